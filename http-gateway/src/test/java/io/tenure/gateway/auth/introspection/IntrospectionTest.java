package io.tenure.gateway.auth.introspection;

import static io.tenure.gateway.auth.Findings.known;
import static io.tenure.gateway.auth.Findings.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.tenure.gateway.Finding;
import io.tenure.gateway.auth.ShownBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IntrospectionTest {

  private static final Map<String, String> ANSWERS =
      Map.of(
          "good", "{\"active\":true,\"sub\":\"bob\",\"groups\":[\"a\",\"b\"],\"exp\":1050}",
          "ours", "{\"active\":true,\"sub\":\"bob\",\"aud\":[\"x\",\"tenure\"]}",
          "others", "{\"active\":true,\"sub\":\"bob\",\"aud\":\"x\"}",
          "ended", "{\"active\":true,\"sub\":\"bob\",\"exp\":1000}",
          "inactive", "{\"active\":false,\"sub\":\"bob\"}",
          "nameless", "{\"active\":true}",
          "garbage", "<html>",
          "broken", "503");

  private final AtomicInteger asked = new AtomicInteger();
  private final HttpServer server =
      HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  private final Introspection introspection;

  IntrospectionTest() throws IOException {
    server.createContext(
        "/introspect",
        exchange -> {
          asked.incrementAndGet();
          String form =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          String credentials = exchange.getRequestHeaders().getFirst("Authorization");
          String answer = ANSWERS.getOrDefault(form.replace("token=", ""), "{\"active\":false}");
          boolean served = "Basic dGVuOnNlY3JldA==".equals(credentials) && !answer.equals("503");
          exchange.sendResponseHeaders(served ? 200 : 503, 0);
          exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    server.start();
    introspection =
        new Introspection(
            new IntrospectionOptions(
                "http://127.0.0.1:" + server.getAddress().getPort() + "/introspect",
                () -> "ten:secret",
                Optional.of("tenure"),
                "sub",
                "groups"),
            Clock.fixed(Instant.ofEpochSecond(1000), ZoneOffset.UTC));
  }

  @AfterEach
  void stop() {
    introspection.close();
    server.stop(0);
  }

  private Finding find(String token) {
    return introspection.find(ShownBy.bearer(token));
  }

  @Test
  void an_active_token_names_its_subject_and_is_asked_about_once() {
    assertThat(known(find("good")).name()).isEqualTo("oauth:bob");
    assertThat(known(find("good")).groups()).containsExactlyInAnyOrder("a", "b");
    assertThat(known(find("good")).until()).isEqualTo(Instant.ofEpochSecond(1050));
    assertThat(asked.get()).isEqualTo(1);
    assertThat(known(find("ours")).name()).isEqualTo("oauth:bob");
  }

  @Test
  void any_other_token_is_refused_and_asked_about_once() {
    for (String wrong : new String[] {"others", "ended", "inactive", "nameless", "a&token=good"}) {
      int before = asked.get();
      assertThat(refused(find(wrong)).status()).isEqualTo(401);
      assertThat(refused(find(wrong)).status()).isEqualTo(401);
      assertThat(asked.get() - before).isEqualTo(1);
    }
    assertThat(introspection.find(ShownBy.of())).isEqualTo(Finding.NOTHING);
  }

  @Test
  void an_issuer_that_cannot_answer_makes_nobody_known_or_wrong() {
    for (String token : new String[] {"garbage", "broken"}) {
      assertThat(refused(find(token)).status()).isEqualTo(503);
      assertThat(refused(find(token)).status()).isEqualTo(503);
    }
    assertThat(asked.get()).isEqualTo(4);
  }
}
