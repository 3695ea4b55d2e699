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
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MutualTlsTest {

  @TempDir private static Path directory;

  private static Certificates certificates;
  private static LocketServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    certificates = new Certificates(directory);
    server = start(new LocketOptions.Tls(at("server.crt"), at("server.key"), at("authority.crt")));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static LocketServer start(LocketOptions.Tls tls) throws IOException {
    return LocketServer.start(
        Locket.OPTIONS.withTls(tls), LocketPorts.of(new KernelLeases(), LocketObserver.NONE));
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
      assertThat(channel.shutdownNow().awaitTermination(30, TimeUnit.SECONDS)).isTrue();
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
    SSLContext context = certificates.clientContext();
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
                    LocketPorts.of(new KernelLeases(), LocketObserver.NONE)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1:" + server.port());
  }
}
