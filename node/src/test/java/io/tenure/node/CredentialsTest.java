package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.stub.MetadataUtils;
import io.tenure.gateway.locket.Certificates;
import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.LocketGrpc;
import io.tenure.gateway.locket.wire.LocketGrpc.LocketBlockingStub;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who may change something at a real node, by its configuration. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class CredentialsTest {

  private static final String TOKEN = "correct-horse-battery";
  private static final LockRequest LOCK =
      LockRequest.newBuilder()
          .setResource(Resource.newBuilder().setKey("a").setOwner("one").setTypeCode(TypeCode.LOCK))
          .setTtlInSeconds(60)
          .build();

  @TempDir private Path directory;

  private Path tokens() throws IOException {
    return tokens("# for tests\n\nanother-token\n" + TOKEN);
  }

  private Path tokens(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("tokens"), text);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static Status status(
      ChannelCredentials credentials, String address, UnaryOperator<LocketBlockingStub> call) {
    ManagedChannel channel = Grpc.newChannelBuilder(address, credentials).build();
    try {
      call.apply(LocketGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS));
      return Status.OK;
    } catch (StatusRuntimeException refused) {
      return refused.getStatus();
    } finally {
      channel.shutdownNow();
    }
  }

  private static LocketBlockingStub lock(LocketBlockingStub client) {
    assertThat(client.lock(LOCK).getSerializedSize()).isZero();
    return client;
  }

  private static LocketBlockingStub lockWith(LocketBlockingStub client, String authorization) {
    Metadata headers = new Metadata();
    headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), authorization);
    return lock(client.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers)));
  }

  @Test
  void with_tokens_every_write_of_every_dialect_needs_one_and_reads_do_not() throws Exception {
    tokens();
    try (TestNodes nodes = new TestNodes(directory, 1, "auth.tokens = tokens")) {
      HttpParty http = new HttpParty(nodes);
      String[][] writes = {
        {"POST", "/v1/claims/", "{\"resource\":\"a\",\"ttl\":60}", "201"},
        {"PATCH", "/v1/claims/1", "{\"ttl\":60}", "200"},
        {"PUT", "/v1/claims/1", "{\"ttl\":60}", "200"},
        {"POST", "/v1/renewals", "{\"ttl\":60,\"claims\":[1]}", "200"},
        {"POST", "/api/locks", "{\"key\":\"a\",\"ttl\":60}", "200"},
        {"PUT", "/api/locks/a", "{\"generation\":99999}", "412"},
        {"DELETE", "/api/locks/a", "{\"generation\":99999}", "412"},
        {"POST", "/v1/db/leases/a", "data", "201"},
        {"PUT", "/v1/db/leases/a", "", "409"},
        {"DELETE", "/v1/db/leases/a", "", "409"},
        {"POST", "/v1/health", "in", "200"},
      };
      for (String[] write : writes) {
        assertThat(send(http, write).statusCode()).as("%s %s", write[0], write[1]).isEqualTo(401);
        assertThat(send(http, write, "Authorization", "Bearer wrong").statusCode()).isEqualTo(401);
        HttpResponse<String> done = send(http, write, "authorization", "bearer " + TOKEN);
        assertThat(done.statusCode()).as("%s %s", write[0], write[1]).hasToString(write[3]);
      }
      String[] locked = {"POST", "/api/locks", "{\"key\":\"b\"}"};
      assertThat(send(http, locked).body()).isEqualTo("401 Unauthorized");
      assertThat(send(http, locked, "Authorization", "Basic eDp5").body())
          .isEqualTo("401 Unauthorized");
      for (String path :
          new String[] {"/v1/claims/1", "/api/locks/a", "/v1/db/leases/a", "/v1/cluster"}) {
        assertThat(http.send("GET", path, "").statusCode()).isEqualTo(200);
      }
    }
  }

  private static HttpResponse<String> send(HttpParty http, String[] write, String... headers) {
    return http.send(write[0], write[1], write[2], headers);
  }

  @Test
  void with_tokens_and_without_certificates_locket_needs_a_token_too() throws Exception {
    tokens();
    try (TestNodes nodes = new TestNodes(directory, 1, "auth.tokens = tokens")) {
      ChannelCredentials plain = InsecureChannelCredentials.create();
      String address = "127.0.0.1:" + nodes.grpcPort(0);
      assertThat(status(plain, address, CredentialsTest::lock).getCode())
          .isEqualTo(Status.Code.UNAUTHENTICATED);
      assertThat(status(plain, address, client -> lockWith(client, "Bearer wrong")).getCode())
          .isEqualTo(Status.Code.UNAUTHENTICATED);
      assertThat(status(plain, address, client -> lockWith(client, "Bearer " + TOKEN)).isOk())
          .isTrue();
      FetchAllRequest all = FetchAllRequest.newBuilder().setTypeCode(TypeCode.LOCK).build();
      status(
          plain,
          address,
          client -> {
            assertThat(client.fetchAll(all).getResourcesCount()).isEqualTo(1);
            return client;
          });
    }
  }

  @Test
  void by_configuration_locket_demands_a_certificate_of_its_authority() throws Exception {
    Certificates certificates = new Certificates(directory);
    tokens();
    try (TestNodes nodes =
        new TestNodes(
            directory,
            1,
            "auth.tokens = tokens",
            "locket.tls.certificate = server.crt",
            "locket.tls.key = server.key",
            "locket.tls.client-ca = authority.crt")) {
      String address = "localhost:" + nodes.grpcPort(0);
      assertThat(status(shown(certificates, "client"), address, CredentialsTest::lock).isOk())
          .as("a certificate is as good as a token")
          .isTrue();
      for (ChannelCredentials wrong :
          new ChannelCredentials[] {
            shown(certificates, "stranger"),
            trusting(certificates).build(),
            InsecureChannelCredentials.create()
          }) {
        assertThat(status(wrong, address, CredentialsTest::lock).getCode())
            .isEqualTo(Status.Code.UNAVAILABLE);
      }
      for (String version : new String[] {"TLSv1.2", "TLSv1.3"}) {
        assertThat(handshake(certificates, nodes.grpcPort(0), version)).isEqualTo("h2");
      }
    }
  }

  private static TlsChannelCredentials.Builder trusting(Certificates certificates)
      throws IOException {
    return TlsChannelCredentials.newBuilder()
        .trustManager(certificates.at("authority.crt").toFile());
  }

  private static ChannelCredentials shown(Certificates certificates, String name)
      throws IOException {
    return trusting(certificates)
        .keyManager(
            certificates.at(name + ".crt").toFile(), certificates.at(name + ".key").toFile())
        .build();
  }

  private static String handshake(Certificates certificates, int port, String version)
      throws Exception {
    try (SSLSocket socket =
        (SSLSocket)
            certificates
                .clientContext()
                .getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), port)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setProtocols(new String[] {version});
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      socket.startHandshake();
      assertThat(socket.getSession().getProtocol()).isEqualTo(version);
      return socket.getApplicationProtocol();
    }
  }

  @Test
  void a_file_of_no_use_is_named_and_its_secrets_are_not() throws Exception {
    tokens(TOKEN + "\nshort\n");
    assertThatThrownBy(() -> new TestNodes(directory, 1, "auth.tokens = tokens"))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("auth.tokens: " + directory.resolve("tokens") + ": line 2 is not a")
        .hasMessageNotContaining(TOKEN)
        .hasMessageNotContaining("short");
    tokens("# nothing\n");
    assertThatThrownBy(() -> new TestNodes(directory, 1, "auth.tokens = tokens"))
        .hasMessageContaining("there is no token in it");
    assertThatThrownBy(() -> new TestNodes(directory, 1, "auth.tokens = missing"))
        .hasMessageContaining("it cannot be read: NoSuchFileException");
  }
}
