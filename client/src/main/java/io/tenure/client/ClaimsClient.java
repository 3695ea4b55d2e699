package io.tenure.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Files, renews and ends claims. Every write carries an idempotency key, so that it can be repeated
 * at another node until there is a final answer, and is still applied once. Safe for use by many
 * threads, each of which blocks during its call.
 */
public final class ClaimsClient {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration CONNECT_TIMEOUT = Duration.ofMillis(500);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(3);
  private static final long PAUSE_MILLIS = 50;

  private final List<URI> nodes;
  private final Duration patience;
  private final AtomicInteger preferred = new AtomicInteger();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  /**
   * Makes a client.
   *
   * @param nodes the base addresses of one or more nodes, such as {@code http://10.0.0.1:8081}
   * @param patience how long a call is repeated before it fails as unavailable
   */
  public ClaimsClient(List<URI> nodes, Duration patience) {
    this.nodes = List.copyOf(nodes);
    this.patience = patience;
  }

  /** Files a claim and returns it, active or waiting. */
  public Claim file(String resource, Duration ttl) {
    return file(resource, ttl, Duration.ZERO);
  }

  /** Files a claim and waits up to {@code wait} for it to become active. */
  public Claim file(String resource, Duration ttl, Duration wait) {
    ObjectNode body = JSON.createObjectNode().put("resource", resource).put("ttl", seconds(ttl));
    return Claim.of(call("POST", "/v1/claims/", Optional.of(body), wait));
  }

  /** Makes an active claim's lease last {@code ttl} from now. */
  public Claim renew(long id, Duration ttl) {
    ObjectNode body = JSON.createObjectNode().put("ttl", seconds(ttl));
    return Claim.of(call("PATCH", path(id), Optional.of(body), Duration.ZERO));
  }

  /** Gives an active claim back. */
  public void release(long id) {
    end(id, "released");
  }

  /** Gives up a claim that waits. */
  public void withdraw(long id) {
    end(id, "withdrawn");
  }

  public Claim claim(long id) {
    return Claim.of(call("GET", path(id), Optional.empty(), Duration.ZERO));
  }

  private void end(long id, String status) {
    ObjectNode body = JSON.createObjectNode().put("status", status);
    call("PATCH", path(id), Optional.of(body), Duration.ZERO);
  }

  /** What is asked, however often and of whichever node. */
  private record Question(
      String method, String path, Optional<ObjectNode> body, Duration waiting, String key) {}

  private JsonNode call(String method, String path, Optional<ObjectNode> body, Duration wait) {
    Question question = new Question(method, path, body, wait, UUID.randomUUID().toString());
    long end = System.nanoTime() + patience.plus(wait).toNanos();
    String reason = "no node was asked";
    int node = preferred.get();
    while (System.nanoTime() - end < 0) {
      try {
        HttpResponse<String> answer = http.send(request(node, question), BodyHandlers.ofString());
        if (answer.statusCode() < 500) {
          preferred.set(node);
          return content(answer);
        }
        reason = answer.body();
      } catch (IOException failure) {
        reason = failure.toString();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new UnavailableException("interrupted");
      }
      node = (node + 1) % nodes.size();
      pause();
    }
    throw new UnavailableException("no final answer from " + nodes + ": " + reason);
  }

  private HttpRequest request(int node, Question question) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(nodes.get(node).resolve(question.path()))
            .timeout(ANSWER_TIMEOUT.plus(question.waiting()))
            .header("Content-Type", "application/json");
    if (!question.waiting().isZero()) {
      request.header("Prefer", "wait=" + question.waiting().toSeconds());
    }
    if (question.body().isEmpty()) {
      return request.method(question.method(), BodyPublishers.noBody()).build();
    }
    String body = question.body().get().toString();
    return request
        .header("Idempotency-Key", question.key())
        .method(question.method(), BodyPublishers.ofString(body))
        .build();
  }

  private static JsonNode content(HttpResponse<String> answer) throws IOException {
    JsonNode json =
        answer.body().isEmpty() ? JSON.createObjectNode() : JSON.readTree(answer.body());
    if (answer.statusCode() >= 400) {
      throw new RefusedException(answer.statusCode(), json.path("detail").asText());
    }
    return json;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static String path(long id) {
    return "/v1/claims/" + id + "/";
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
