package io.tenure.link;

import io.tenure.files.PrivateFile;
import io.tenure.pem.PemCertificates;
import io.tenure.pem.PemKey;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * What was in the files of a node, once all of it is known to be of use: the other nodes, if they
 * trust the same authorities, will accept it.
 *
 * @param chain the node's certificate first
 */
record NodeCredentials(PrivateKey key, List<X509Certificate> chain, X509TrustManager trust) {

  /** How JSSE calls the key exchange of TLS 1.3 when it checks a server's certificate. */
  private static final String KEY_EXCHANGE = "UNKNOWN";

  /**
   * Reads and checks the files of a node.
   *
   * @throws IOException if one cannot be used; the message names it and says why
   */
  static NodeCredentials read(TlsFiles files, Instant now) throws IOException {
    try {
      List<X509Certificate> chain = PemCertificates.read(files.certificate());
      requireValid(chain, files.certificate(), now);
      PrivateFile.require("private key", files.key());
      PrivateKey key = PemKey.read(files.key(), chain.get(0).getPublicKey());
      X509TrustManager trust = trust(authorities(files.ca()));
      requireTrusted(chain, trust, files);
      return new NodeCredentials(key, chain, trust);
    } catch (NoSuchFileException missing) {
      throw new IOException("there is no file " + missing.getFile(), missing);
    } catch (AccessDeniedException denied) {
      throw new IOException("may not read " + denied.getFile(), denied);
    }
  }

  /** When the first of the certificates ends. */
  Instant notAfter() {
    return earliestEnd(chain);
  }

  static Instant earliestEnd(List<X509Certificate> chain) {
    return chain.stream()
        .map(certificate -> certificate.getNotAfter().toInstant())
        .min(Instant::compareTo)
        .orElse(Instant.MIN);
  }

  void requireName(String cluster, String node, Path file) throws IOException {
    try {
      Optional<String> objection = CertifiedNames.of(chain.get(0)).objection(cluster, node);
      if (objection.isPresent()) {
        throw new IOException("the certificate in " + file + " " + objection.get());
      }
    } catch (CertificateException malformed) {
      throw new IOException("cannot read the names of the certificate in " + file, malformed);
    }
  }

  private static void requireValid(List<X509Certificate> chain, Path file, Instant now)
      throws IOException {
    for (X509Certificate certificate : chain) {
      Instant begin = certificate.getNotBefore().toInstant();
      Instant end = certificate.getNotAfter().toInstant();
      if (now.isBefore(begin)) {
        throw new IOException("a certificate in " + file + " is not valid before " + begin);
      }
      if (now.isAfter(end)) {
        throw new IOException("a certificate in " + file + " expired at " + end);
      }
    }
  }

  private static List<X509Certificate> authorities(Path file) throws IOException {
    List<X509Certificate> authorities = PemCertificates.read(file);
    for (X509Certificate certificate : authorities) {
      if (certificate.getBasicConstraints() < 0) {
        throw new IOException(
            "the certificate of "
                + certificate.getSubjectX500Principal().getName()
                + " in "
                + file
                + " is not that of an authority (CA:TRUE)");
      }
    }
    return authorities;
  }

  private static X509TrustManager trust(List<X509Certificate> authorities) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      for (int i = 0; i < authorities.size(); i++) {
        store.setCertificateEntry("ca" + i, authorities.get(i));
      }
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(store);
      return (X509TrustManager) factory.getTrustManagers()[0];
    } catch (GeneralSecurityException | IOException impossible) {
      throw new IllegalStateException("Java always has PKIX", impossible);
    }
  }

  /** Checks the chain as the other nodes will, at both ends of a connection. */
  private static void requireTrusted(
      List<X509Certificate> chain, X509TrustManager trust, TlsFiles files) throws IOException {
    X509Certificate[] shown = chain.toArray(X509Certificate[]::new);
    try {
      trust.checkServerTrusted(shown, KEY_EXCHANGE);
      trust.checkClientTrusted(shown, shown[0].getPublicKey().getAlgorithm());
    } catch (CertificateException untrusted) {
      String why =
          untrusted.getCause() instanceof CertPathBuilderException
              ? "is not signed by an authority in " + files.ca()
              : "will not be accepted by other nodes: " + untrusted.getMessage();
      throw new IOException("the certificate in " + files.certificate() + " " + why, untrusted);
    }
  }
}
