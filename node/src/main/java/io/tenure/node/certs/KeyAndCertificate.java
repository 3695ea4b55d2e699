package io.tenure.node.certs;

import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/** A certificate, and the private key that belongs to it. */
public record KeyAndCertificate(PrivateKey key, X509Certificate certificate) {

  private static final int LINE = 64;

  public String certificatePem() {
    try {
      return pem("CERTIFICATE", certificate.getEncoded());
    } catch (CertificateEncodingException impossible) {
      throw new IllegalStateException("a certificate that was made has bytes", impossible);
    }
  }

  /** PKCS #8, not encrypted. */
  public String keyPem() {
    return pem("PRIVATE KEY", key.getEncoded());
  }

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }

  /** Shows no key. */
  @Override
  public String toString() {
    return certificate.getSubjectX500Principal().getName();
  }
}
