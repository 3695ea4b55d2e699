package io.tenure.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;

/** A file with the certificate that a port shows, first of its chain. */
record CertificateFile(Path path) {

  /** When it expires, in seconds since 1970; not a number if it cannot be read. */
  double expiry() {
    try (InputStream in = Files.newInputStream(path)) {
      X509Certificate shown =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      return shown.getNotAfter().getTime() / 1e3;
    } catch (IOException | CertificateException unreadable) {
      return Double.NaN;
    }
  }
}
