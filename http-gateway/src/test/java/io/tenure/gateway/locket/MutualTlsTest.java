package io.tenure.gateway.locket;

import static io.tenure.gateway.locket.Locket.lockOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.tenure.gateway.KernelLeases;
import io.tenure.gateway.locket.wire.LocketGrpc;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MutualTlsTest {

  private static final char[] PASSWORD = "secret".toCharArray();

  @TempDir private static Path directory;

  private static KeyStore keys;
  private static LocketServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    make("authority", "-ext", "bc:c");
    make("server", "-signer", "authority", "-ext", "san=dns:localhost");
    make("client", "-signer", "authority");
    make("stranger");
    keys = KeyStore.getInstance("PKCS12");
    try (InputStream input = Files.newInputStream(directory.resolve("keys.p12"))) {
      keys.load(input, PASSWORD);
    }
    for (String alias : List.of("authority", "server", "client", "stranger")) {
      pem(alias + ".crt", "CERTIFICATE", keys.getCertificate(alias).getEncoded());
      pem(alias + ".key", "PRIVATE KEY", keys.getKey(alias, PASSWORD).getEncoded());
    }
    server = start(new LocketOptions.Tls(at("server.crt"), at("server.key"), at("authority.crt")));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static LocketServer start(LocketOptions.Tls tls) throws IOException {
    return LocketServer.start(Locket.OPTIONS.withTls(tls), new KernelLeases(), LocketObserver.NONE);
  }

  private static void make(String alias, String... more) throws Exception {
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
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).as(Files.readString(at("keytool.log"))).isZero();
  }

  private static void pem(String file, String kind, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    Files.writeString(
        at(file), String.format("-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n", kind, text));
  }

  private static Path at(String file) {
    return directory.resolve(file);
  }

  private static TlsChannelCredentials.Builder trusting() throws IOException {
    return TlsChannelCredentials.newBuilder().trustManager(at("authority.crt").toFile());
  }

  /** The status of a call by somebody with these credentials. */
  private static Status call(ChannelCredentials credentials) throws InterruptedException {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("localhost", server.port(), credentials).build();
    try {
      var client = LocketGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
      client.lock(lockOf("a", "one"));
      return Status.OK;
    } catch (StatusRuntimeException refused) {
      return refused.getStatus();
    } finally {
      channel.shutdownNow().awaitTermination(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void who_has_a_certificate_of_the_authority_is_served() throws Exception {
    ChannelCredentials known =
        trusting().keyManager(at("client.crt").toFile(), at("client.key").toFile()).build();
    assertThat(call(known).getCode()).isEqualTo(Status.Code.OK);
  }

  @Test
  void who_has_none_or_another_is_not() throws Exception {
    ChannelCredentials stranger =
        trusting().keyManager(at("stranger.crt").toFile(), at("stranger.key").toFile()).build();
    assertThat(call(trusting().build()).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(call(stranger).getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(call(InsecureChannelCredentials.create()).getCode())
        .isEqualTo(Status.Code.UNAVAILABLE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void both_versions_of_tls_are_spoken_with_http_2(String version) throws Exception {
    SSLContext context = clientContext();
    try (SSLSocket socket =
        (SSLSocket)
            context
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.port())) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setProtocols(new String[] {version});
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
      assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
    }
  }

  private static SSLContext clientContext() throws Exception {
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

  @Test
  void files_of_no_use_are_named() {
    Path crt = at("server.crt");
    assertThatThrownBy(() -> start(new LocketOptions.Tls(crt, at("missing.key"), crt)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("missing.key");
    assertThatThrownBy(() -> start(new LocketOptions.Tls(crt, crt, crt)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("server.crt");
  }

  @Test
  void an_address_that_is_taken_is_named() {
    assertThatThrownBy(
            () ->
                LocketServer.start(
                    LocketOptions.plain("127.0.0.1", server.port()),
                    new KernelLeases(),
                    LocketObserver.NONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
  }
}
