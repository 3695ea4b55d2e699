package io.tenure.gateway;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** What a caller shows of itself: its headers, its address, and its certificate if it has one. */
public interface Shown {

  /** The first header of this name, whatever its case. */
  Optional<String> header(String name);

  /** All headers of this name, in their order. */
  List<String> headers(String name);

  /** The address from which the request came, without its port. */
  String peer();

  /** The certificate that TLS has verified. */
  default Optional<X509Certificate> certificate() {
    return Optional.empty();
  }
}
