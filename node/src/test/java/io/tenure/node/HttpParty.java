package io.tenure.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Asks the running nodes in turn, over HTTP, and repeats what an election cut off. */
final class HttpParty {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicInteger turn = new AtomicInteger();
  private final TestNodes nodes;

  HttpParty(TestNodes nodes) {
    this.nodes = nodes;
  }

  /** Sends a request; headers are names and values in turn. */
  HttpResponse<String> send(String method, String path, String body, String... headers) {
    return repeat(this::url, method, path, body, headers);
  }

  /** The same, always to one node. */
  HttpResponse<String> sendTo(String url, String method, String path, String body) {
    return repeat(() -> url, method, path, body);
  }

  private HttpResponse<String> repeat(
      Supplier<String> node, String method, String path, String body, String... headers) {
    String key = UUID.randomUUID().toString();
    long end = System.nanoTime() + PATIENCE.toNanos();
    HttpResponse<String> answer = null;
    while (answer == null || (answer.statusCode() == 503 && System.nanoTime() - end < 0)) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(node.get() + path))
              .timeout(PATIENCE)
              .header("Idempotency-Key", key)
              .method(method, BodyPublishers.ofString(body));
      for (int i = 0; i < headers.length; i += 2) {
        request.header(headers[i], headers[i + 1]);
      }
      answer = send(request.build());
    }
    return answer;
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException failure) {
      throw new AssertionError(request.toString(), failure);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError(stop);
    }
  }

  static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException failure) {
      throw new AssertionError(answer.body(), failure);
    }
  }

  /** Nobody expected this. */
  static AssertionError unexpected(HttpResponse<String> answer) {
    return new AssertionError(answer + ": " + answer.body());
  }

  private String url() {
    for (int i = 0; i < nodes.size(); i++) {
      int number = Math.floorMod(turn.getAndIncrement(), nodes.size());
      if (nodes.isRunning(number)) {
        return nodes.url(number);
      }
    }
    throw new AssertionError("no node runs");
  }
}
