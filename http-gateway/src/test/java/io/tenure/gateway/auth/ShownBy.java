package io.tenure.gateway.auth;

import io.tenure.gateway.Shown;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a caller in a test shows: names of headers and their values, in turn. */
public record ShownBy(String peer, List<String> pairs, @Nullable X509Certificate shownCertificate)
    implements Shown {

  public static ShownBy of(String... pairs) {
    return new ShownBy("10.0.0.9", List.of(pairs), null);
  }

  public static ShownBy bearer(String token) {
    return of("Authorization", "Bearer " + token);
  }

  public ShownBy from(String address) {
    return new ShownBy(address, pairs, shownCertificate);
  }

  public ShownBy with(X509Certificate certificate) {
    return new ShownBy(peer, pairs, certificate);
  }

  @Override
  public Optional<String> header(String name) {
    return headers(name).stream().findFirst();
  }

  @Override
  public List<String> headers(String name) {
    List<String> values = new ArrayList<>();
    for (int i = 0; i < pairs.size(); i += 2) {
      if (pairs.get(i).equalsIgnoreCase(name)) {
        values.add(pairs.get(i + 1));
      }
    }
    return values;
  }

  @Override
  public Optional<X509Certificate> certificate() {
    return Optional.ofNullable(shownCertificate);
  }
}
