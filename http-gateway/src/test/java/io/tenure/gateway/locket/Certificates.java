package io.tenure.gateway.locket;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * An authority, a server and a client with its certificates, and a stranger with one of his own, as
 * PEM files {@code NAME.crt} and {@code NAME.key}.
 */
public final class Certificates {

  private static final char[] PASSWORD = "secret".toCharArray();

  private final Path directory;
  private final KeyStore keys;

  /** Makes them anew in a directory. */
  public Certificates(Path directory) throws Exception {
    this.directory = directory;
    make("authority", "-ext", "bc:c");
    make("server", "-signer", "authority", "-ext", "san=dns:localhost");
    make("client", "-signer", "authority");
    make("stranger");
    keys = KeyStore.getInstance("PKCS12");
    try (InputStream input = Files.newInputStream(at("keys.p12"))) {
      keys.load(input, PASSWORD);
    }
    for (String alias : List.of("authority", "server", "client", "stranger")) {
      pem(alias + ".crt", "CERTIFICATE", keys.getCertificate(alias).getEncoded());
      pem(alias + ".key", "PRIVATE KEY", keys.getKey(alias, PASSWORD).getEncoded());
    }
  }

  public Path at(String file) {
    return directory.resolve(file);
  }

  /** What the client needs to be known, and to know the server. */
  public SSLContext clientContext() throws GeneralSecurityException, IOException {
    KeyStore own = KeyStore.getInstance("PKCS12");
    own.load(null, null);
    own.setKeyEntry(
        "client",
        keys.getKey("client", PASSWORD),
        PASSWORD,
        new Certificate[] {keys.getCertificate("client")});
    own.setCertificateEntry("authority", keys.getCertificate("authority"));
    KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    key.init(own, PASSWORD);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(own);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(key.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private void make(String alias, String... more) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1"));
    command.addAll(List.of("-alias", alias, "-dname", "CN=" + alias, "-storetype", "PKCS12"));
    command.addAll(List.of("-storepass", "secret", "-keystore", at("keys.p12").toString()));
    command.addAll(List.of(more));
    Process keytool =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(at("keytool.log").toFile())
            .start();
    if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
      keytool.destroyForcibly();
      throw new AssertionError(Files.readString(at("keytool.log")));
    }
  }

  private void pem(String file, String kind, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    Files.writeString(
        at(file), String.format("-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n", kind, text));
  }
}
