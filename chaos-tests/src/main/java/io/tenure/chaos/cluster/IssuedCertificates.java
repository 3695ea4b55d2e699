package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** The files that one run of {@code tenure certs} has made. */
record IssuedCertificates(Path directory) {

  /** The authority that has signed. */
  Path ca() {
    return directory.resolve("ca.pem");
  }

  Path certificate(String node) {
    return directory.resolve(node + ".pem");
  }

  Path key(String node) {
    return directory.resolve(node + "-key.pem");
  }

  static X509Certificate read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (GeneralSecurityException malformed) {
      throw new IllegalStateException("no certificate in " + file, malformed);
    }
  }

  PrivateKey readKey(String node) {
    try {
      String text = Files.readString(key(node)).replaceAll("-----[A-Z ]+-----|\\s", "");
      byte[] bytes = Base64.getDecoder().decode(text);
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (GeneralSecurityException malformed) {
      throw new IllegalStateException("no key in " + key(node), malformed);
    }
  }
}
