package io.tenure.gateway.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.gateway.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {

  private static final char[] PASSWORD = "secret".toCharArray();

  @TempDir private static Path directory;

  private static HttpServerOptions.Tls files;
  private static SSLContext client;

  @BeforeAll
  static void makeCertificate() throws Exception {
    Path store = directory.resolve("server.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                "secret",
                "-keystore",
                store.toString())
            .redirectErrorStream(true)
            .start();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream input = Files.newInputStream(store)) {
      keys.load(input, PASSWORD);
    }
    Certificate certificate = keys.getCertificate("server");
    files =
        new HttpServerOptions.Tls(
            pem("CERTIFICATE", certificate.getEncoded()),
            pem("PRIVATE KEY", keys.getKey("server", PASSWORD).getEncoded()),
            null);
    client = trusting(certificate);
  }

  private static Path pem(String kind, byte[] bytes) throws IOException {
    String text =
        String.format(
            "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n",
            kind, Base64.getMimeEncoder().encodeToString(bytes));
    return Files.writeString(directory.resolve(kind.replace(' ', '-') + ".pem"), text);
  }

  private static SSLContext trusting(Certificate certificate)
      throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry("server", certificate);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  @Test
  void requests_are_served_over_tls() throws IOException {
    TestDialect dialect =
        TestDialect.answering(call -> Answer.text(200, call.origin() + " " + call.body().length));
    try (TestServer server = TestServer.with(dialect, options -> options.withTls(files));
        Wire wire = connect(server)) {
      wire.send("GET /t HTTP/1.1\r\nHost: localhost:1\r\n\r\n");
      assertThat(wire.read().body()).isEqualTo("https://localhost:1 0");
      String body = "b".repeat(9000);
      wire.send("POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n" + body);
      assertThat(wire.read().body()).isEqualTo("https://a 9000");
      wire.send("POST /t HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n" + body);
      assertThat(wire.read().status()).isEqualTo(413);
      wire.expectEnd();
    }
  }

  @Test
  void large_pipelined_answers_arrive_whole() throws IOException {
    byte[] body = new byte[300_000];
    TestDialect dialect = TestDialect.answering(call -> Answer.of(200, Answer.TEXT, body));
    try (TestServer server = TestServer.with(dialect, options -> options.withTls(files));
        Wire wire = connect(server)) {
      wire.send("GET /t HTTP/1.1\r\nHost: a\r\n\r\n".repeat(20));
      for (int i = 0; i < 20; i++) {
        assertThat(wire.read().body()).hasSize(body.length);
      }
    }
  }

  @Test
  void whoever_does_not_speak_tls_is_shown_out() throws IOException {
    try (TestServer server =
            TestServer.with(TestDialect.echo(), options -> options.withTls(files));
        Wire plain = server.connect()) {
      plain.send("GET /t HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThatThrownBy(plain::read).isInstanceOfAny(IOException.class, AssertionError.class);
      try (Wire wire = connect(server)) {
        wire.send("GET /t HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(wire.read().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void files_of_no_use_are_named() {
    HttpServerOptions.Tls wrong =
        new HttpServerOptions.Tls(files.privateKey(), directory.resolve("missing.pem"), null);
    assertThatThrownBy(() -> TestServer.with(TestDialect.echo(), all -> all.withTls(wrong)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("missing.pem");
  }

  private static Wire connect(TestServer server) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            client.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), server.port());
    return new Wire(socket);
  }
}
