package io.tenure.gateway.locket;

import io.grpc.Metadata;
import io.tenure.gateway.Shown;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the caller of a gRPC method shows of itself. */
record ShownInMetadata(Metadata metadata, String peer, Optional<X509Certificate> certificate)
    implements Shown {

  @Override
  public Optional<String> header(String name) {
    return Optional.ofNullable(metadata.get(key(name)));
  }

  @Override
  public List<String> headers(String name) {
    List<String> values = new ArrayList<>();
    Iterable<String> all = metadata.getAll(key(name));
    if (all != null) {
      all.forEach(values::add);
    }
    return values;
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }
}
