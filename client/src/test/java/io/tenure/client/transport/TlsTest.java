package io.tenure.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.tenure.client.Claim;
import io.tenure.client.LockManager;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class TlsTest {

  private static final Duration LONG = Duration.ofSeconds(30); // the first of a JVM takes its time
  private static final char[] PASSWORD = "for-tests".toCharArray();

  private SSLContext context;
  private HttpsServer server;

  @BeforeEach
  void start() throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = TlsTest.class.getResourceAsStream("node.p12")) {
      keys.load(Objects.requireNonNull(in), PASSWORD);
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("node", keys.getCertificate("node"));
    KeyManagerFactory managers = KeyManagerFactory.getInstance("PKIX");
    managers.init(keys, PASSWORD);
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), trust.getTrustManagers(), null);
    serve("127.0.0.1");
  }

  private void serve(String host) throws IOException {
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName(host), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          byte[] echo = exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, echo.length == 0 ? -1 : echo.length);
          exchange.getResponseBody().write(echo);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void requests_and_answers_of_any_size_go_through() throws Exception {
    String large = "{\"x\":\"" + "ü".repeat(100_000) + "\"}";
    try (HttpTransport transport = open("127.0.0.1", true)) {
      for (String body : List.of("{}", large, "{}")) {
        SendResult reply =
            transport
                .send(ApiRequest.write("POST", "/x", body).withPatience(LONG))
                .get(30, TimeUnit.SECONDS);
        assertThat(reply).isInstanceOf(HttpAnswer.class);
        assertThat(((HttpAnswer) reply).body().getBytes(StandardCharsets.UTF_8))
            .isEqualTo(body.getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  @Test
  void a_node_that_is_not_trusted_is_not_talked_to() throws Exception {
    try (HttpTransport transport = open("127.0.0.1", false)) {
      SendResult reply =
          transport.send(ApiRequest.get("/x").withPatience(LONG)).get(30, TimeUnit.SECONDS);
      assertThat(reply).isInstanceOf(NoAnswer.class);
      assertThat(((NoAnswer) reply).reason()).contains("certification path");
    }
  }

  @Test
  void a_certificate_for_another_host_is_not_accepted() throws Exception {
    server.stop(0);
    serve("127.0.0.2");
    try (HttpTransport transport = open("127.0.0.2", true)) {
      SendResult reply =
          transport.send(ApiRequest.get("/x").withPatience(LONG)).get(30, TimeUnit.SECONDS);
      assertThat(reply).isInstanceOf(NoAnswer.class);
      assertThat(((NoAnswer) reply).reason()).contains("127.0.0.2 found");
    }
  }

  @Test
  void a_manager_claims_at_nodes_that_it_trusts() throws Exception {
    byte[] active =
        "{\"id\":1,\"resource\":\"db\",\"status\":\"active\",\"ttl\":30.0,\"fencing_token\":7}"
            .getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/v1/claims/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          boolean files = exchange.getRequestMethod().equals("POST");
          exchange.sendResponseHeaders(files ? 201 : 204, files ? active.length : -1);
          exchange.getResponseBody().write(files ? active : new byte[0]);
          exchange.close();
        });
    URI node = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    try (LockManager manager = LockManager.builder(List.of(node)).tls(context).build();
        Claim claim = manager.claim("db")) {
      assertThat(claim.fencingToken()).isEqualTo(7);
    }
  }

  private HttpTransport open(String host, boolean trusting) {
    URI node = URI.create("https://" + host + ":" + server.getAddress().getPort());
    ConnectionSettings connection = ConnectionSettings.to(List.of(node));
    return HttpTransport.open(trusting ? connection.withTls(context) : connection);
  }
}
