package io.tenure.gateway.auth;

import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Principal;
import io.tenure.gateway.Shown;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;

/** Knows whoever shows a certificate, which TLS has verified, by the name in it. */
public final class ClientCertificates implements Authenticator {

  private static final Finding NAMELESS =
      Finding.wrong("the certificate has no name of the kind that auth.certificate.name demands");

  private final CertificateName kind;

  public ClientCertificates(CertificateName kind) {
    this.kind = kind;
  }

  @Override
  public Finding find(Shown shown) {
    Optional<X509Certificate> certificate = shown.certificate();
    if (certificate.isEmpty()) {
      return Finding.NOTHING;
    }
    return kind.of(certificate.get()).map(name -> known(name, certificate.get())).orElse(NAMELESS);
  }

  private static Finding known(String name, X509Certificate certificate) {
    return Finding.known(
        new Principal("cert:" + name, Set.of(), certificate.getNotAfter().toInstant()));
  }
}
