package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.tenure.RealTime;
import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.LocketGrpc;
import io.tenure.gateway.locket.wire.TypeCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a running node tells of itself, compared with what is written about it. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class MetricsDocumentTest {

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| `(tenure_\\w+)` \\| (\\w+) \\|([^|]*)\\|");
  private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (tenure_\\w+) (\\w+)$");

  @TempDir static Path directory;
  private static TestNodes nodes;
  private static String scraped;

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /** One claim waits for another, gets its turn, and is heard of. */
  @BeforeAll
  static void start() throws Exception {
    nodes = new TestNodes(directory, 1);
    post("/v1/claims/", "POST", "{\"resource\":\"metered\",\"ttl\":60}", false);
    CompletableFuture<HttpResponse<String>> waiting =
        CLIENT.sendAsync(
            request("/v1/claims/", "POST", "{\"resource\":\"metered\",\"ttl\":60}", true),
            BodyHandlers.ofString());
    RealTime.until("the queue", () -> scrape().contains("tenure_claims_longest_queue 1.0"));
    post("/v1/claims/1/", "PATCH", "{\"status\":\"released\"}", false);
    assertThat(waiting.join().statusCode()).isEqualTo(201);
    post("/v1/claims/2/", "PATCH", "{\"ttl\":60}", false);
    askLocket();
    scraped = scrape();
  }

  @AfterAll
  static void stop() {
    nodes.close();
  }

  @Test
  void every_metric_is_in_the_document_and_none_besides() throws Exception {
    Map<String, String> written = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("../docs/metrics.md")));
    while (row.find()) {
      Set<String> labels = new TreeSet<>();
      Matcher label = Pattern.compile("`(\\w+)`").matcher(row.group(3));
      while (label.find()) {
        labels.add(label.group(1));
      }
      written.put(row.group(1), row.group(2) + " " + labels);
    }
    // of ports with TLS only, which this node has not
    assertThat(written.remove("tenure_certificate_expiry_timestamp_seconds")).isNotNull();
    assertThat(told()).isEqualTo(written);
  }

  private static Map<String, String> told() {
    Map<String, String> told = new TreeMap<>();
    for (MatchResult type : TYPE.matcher(scraped).results().toList()) {
      if (!type.group(1).endsWith("_max")) {
        told.put(type.group(1), type.group(2) + " " + labels(type.group(1)));
      }
    }
    return told;
  }

  private static Set<String> labels(String metric) {
    Set<String> labels = new TreeSet<>();
    Pattern sample = Pattern.compile("(?m)^" + metric + "(?:_count)?\\{([^}]*)}");
    for (MatchResult each : sample.matcher(scraped).results().toList()) {
      for (String pair : each.group(1).split(",")) {
        labels.add(pair.split("=")[0]);
      }
    }
    return labels;
  }

  @Test
  void a_claim_that_waited_is_measured() {
    assertThat(scraped.lines().toList())
        .contains(
            "tenure_claims_wait_seconds_count 1",
            "tenure_claims_hold_seconds_count 1",
            "tenure_claims_handoff_seconds_count 1",
            "tenure_claims_longest_queue 0.0",
            "tenure_claims_ended_total{status=\"released\"} 1.0",
            "tenure_claims_ended_total{status=\"expired\"} 0.0",
            "tenure_http_long_poll_seconds_count{dialect=\"claims\",method=\"POST\"} 1",
            "tenure_http_duration_seconds_count{dialect=\"claims\",method=\"POST\"} 1",
            "tenure_raft_has_leader 1.0",
            "tenure_raft_leader_changes_total 1.0")
        .noneMatch(line -> line.startsWith("tenure_raft_log_append_seconds_count 0"))
        .noneMatch(line -> line.startsWith("tenure_disk_free_bytes 0"));
  }

  @Test
  void names_and_types_are_as_prometheus_wants_them() throws Exception {
    assertThat(Promtool.run(scraped, "check", "metrics")).isEmpty();
  }

  private static String scrape() {
    return get("/metrics");
  }

  private static void askLocket() throws InterruptedException {
    ManagedChannel channel =
        Grpc.newChannelBuilder(
                "127.0.0.1:" + nodes.grpcPort(0), InsecureChannelCredentials.create())
            .build();
    LocketGrpc.newBlockingStub(channel)
        .fetchAll(FetchAllRequest.newBuilder().setTypeCode(TypeCode.LOCK).build());
    channel.shutdownNow();
    assertThat(channel.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
  }

  private static void post(String path, String method, String body, boolean waits)
      throws IOException, InterruptedException {
    HttpResponse<String> answer =
        CLIENT.send(request(path, method, body, waits), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
  }

  private static HttpRequest request(String path, String method, String body, boolean waits) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(nodes.url(0) + path))
            .method(method, BodyPublishers.ofString(body));
    return (waits ? request.header("Prefer", "wait=60") : request).build();
  }

  private static String get(String path) {
    return CLIENT.sendAsync(request(path, "GET", "", false), BodyHandlers.ofString()).join().body();
  }
}
