package io.tenure.client.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks the nodes of a cluster, one after another, until one gives a final answer.
 *
 * <p>Built on {@link HttpURLConnection}, because it is loaded in a tenth of the time that {@code
 * java.net.http} takes, and most commands ask one question only.
 */
final class Nodes {

  static final ObjectMapper JSON = new ObjectMapper();

  private static final int CONNECT_MILLIS = 1_000;
  private static final int ANSWER_MILLIS = 4_000;
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private final List<URI> urls;
  private final Optional<String> token;
  private final @Nullable SSLContext tls;
  private final Duration patience;
  private int current;

  /**
   * Prepares to ask; nothing is connected yet.
   *
   * @param patience how long a question is repeated before it fails as unavailable
   */
  Nodes(List<URI> urls, Optional<String> token, Optional<SSLContext> tls, Duration patience) {
    this.urls = List.copyOf(urls);
    this.token = token;
    this.tls = tls.orElse(null);
    this.patience = patience;
  }

  List<URI> urls() {
    return urls;
  }

  /** Asks until there is a final answer, and returns it if it is a success. */
  NodeAnswer ask(Question question) {
    NodeAnswer answer = askFor(question);
    if (!answer.isSuccess()) {
      throw Refusal.of(answer);
    }
    return answer;
  }

  /** Asks until there is a final answer, be it a refusal. */
  NodeAnswer askFor(Question question) {
    long end = System.nanoTime() + patience.plus(question.hold()).toNanos();
    long pause = FIRST_PAUSE_MILLIS;
    String reason = "";
    for (int attempt = 1; attempt == 1 || System.nanoTime() - end < 0; attempt++) {
      URI url = urls.get(current);
      try {
        NodeAnswer answer = askOne(url, question);
        if (!isPassing(answer.status())) {
          return answer;
        }
        reason = url + " answers " + Refusal.reason(answer);
      } catch (IOException failure) {
        reason = url + ": " + Refusal.reason(failure);
      }
      current = (current + 1) % urls.size();
      if (attempt % urls.size() == 0) {
        pause(pause);
        pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
      }
    }
    throw new CommandException(ExitCode.UNAVAILABLE, Refusal.unavailable(reason));
  }

  /** Asks one node once. */
  NodeAnswer askOne(URI node, Question question) throws IOException {
    HttpURLConnection http = open(node, question, ANSWER_MILLIS + (int) question.hold().toMillis());
    int status = http.getResponseCode();
    Optional<String> link = Optional.ofNullable(http.getHeaderField("Link"));
    try (InputStream stream = status < 400 ? http.getInputStream() : http.getErrorStream()) {
      return new NodeAnswer(status, json(stream), link);
    }
  }

  /**
   * Opens a stream that a node keeps writing to.
   *
   * @param silence how long it may write nothing
   */
  HttpURLConnection stream(String path, Optional<String> lastEventId, Duration silence)
      throws IOException {
    URI node = urls.get(current);
    current = (current + 1) % urls.size();
    HttpURLConnection http = connection(node, path, (int) silence.toMillis());
    http.setRequestProperty("Accept", "text/event-stream");
    lastEventId.ifPresent(id -> http.setRequestProperty("Last-Event-ID", id));
    return http;
  }

  private HttpURLConnection open(URI node, Question question, int answerMillis) throws IOException {
    HttpURLConnection http = connection(node, question.path(), answerMillis);
    http.setRequestMethod(question.method());
    http.setRequestProperty("Accept", "application/json");
    question.key().ifPresent(key -> http.setRequestProperty("Idempotency-Key", key));
    if (!question.hold().isZero()) {
      http.setRequestProperty("Prefer", "wait=" + question.hold().toMillis() / 1000.0);
    }
    if (question.body().isPresent()) {
      http.setRequestProperty("Content-Type", "application/json");
      http.setDoOutput(true);
      http.getOutputStream().write(question.body().get());
    }
    return http;
  }

  private HttpURLConnection connection(URI node, String path, int answerMillis) throws IOException {
    String base = node.toString().replaceAll("/+$", "");
    HttpURLConnection http = (HttpURLConnection) URI.create(base + path).toURL().openConnection();
    http.setInstanceFollowRedirects(false);
    http.setUseCaches(false);
    http.setConnectTimeout(CONNECT_MILLIS);
    http.setReadTimeout(answerMillis);
    token.ifPresent(secret -> http.setRequestProperty("Authorization", "Bearer " + secret));
    if (tls != null && http instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(tls.getSocketFactory());
    }
    return http;
  }

  private static JsonNode json(@Nullable InputStream stream) throws IOException {
    byte[] bytes = stream == null ? new byte[0] : stream.readAllBytes();
    if (bytes.length == 0) {
      return MissingNode.getInstance();
    }
    try {
      return JSON.readTree(bytes);
    } catch (JsonProcessingException text) {
      return JSON.getNodeFactory().textNode(new String(bytes, StandardCharsets.UTF_8));
    }
  }

  /** Answers that another node, or the same one later, may not give. */
  private static boolean isPassing(int status) {
    return status == 500 || status >= 502 && status <= 504 || status == 429;
  }

  private static void pause(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
