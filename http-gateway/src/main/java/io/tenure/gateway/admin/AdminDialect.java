package io.tenure.gateway.admin;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Serves {@code /livez}, {@code /readyz}, {@code /metrics} and {@code /v1/cluster}. */
public final class AdminDialect implements Dialect {

  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final String ALLOWED = "GET, HEAD, OPTIONS";
  private static final int BODY_LIMIT_BYTES = 8 * 1024;

  private final Readiness readiness;
  private final MetricsText metrics;
  private final ClusterView cluster;
  private final Map<String, Function<Call, CompletionStage<Answer>>> pages;

  public AdminDialect(Readiness readiness, MetricsText metrics, ClusterView cluster) {
    this.readiness = readiness;
    this.metrics = metrics;
    this.cluster = cluster;
    this.pages =
        Map.of(
            "/livez", call -> CompletableFuture.completedFuture(alive()),
            "/readyz", call -> CompletableFuture.completedFuture(ready()),
            "/metrics", call -> CompletableFuture.completedFuture(metrics()),
            "/v1/cluster", this::cluster);
  }

  @Override
  public String name() {
    return "admin";
  }

  @Override
  public boolean serves(String rawPath) {
    return pages.containsKey(withoutTrailingSlashes(rawPath));
  }

  @Override
  public int bodyLimit() {
    return BODY_LIMIT_BYTES;
  }

  @Override
  public CompletionStage<Answer> answer(Call call) {
    Function<Call, CompletionStage<Answer>> page =
        pages.get(withoutTrailingSlashes(call.rawPath()));
    if (page == null) {
      throw new ProblemException(Problem.of(404, "not-found", "there is nothing here"));
    }
    return switch (call.method()) {
      case "GET", "HEAD" ->
          page.apply(call).thenApply(answer -> answer.with("Cache-Control", "no-store"));
      case "OPTIONS" -> CompletableFuture.completedFuture(Answer.empty(204).with("Allow", ALLOWED));
      default -> throw new ProblemException(Problem.methodNotAllowed(ALLOWED));
    };
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  private static String withoutTrailingSlashes(String rawPath) {
    int end = rawPath.length();
    while (end > 1 && rawPath.charAt(end - 1) == '/') {
      end--;
    }
    return rawPath.substring(0, end);
  }

  private static Answer alive() {
    return Answer.text(200, "alive\n");
  }

  private Answer ready() {
    Optional<String> reason = readiness.notReadyBecause();
    return reason
        .map(because -> refuse(Problem.of(503, "not-ready", because).with("Retry-After", "1")))
        .orElseGet(() -> Answer.text(200, "ready\n"));
  }

  private Answer metrics() {
    return Answer.of(200, METRICS_TYPE, metrics.scrape().getBytes(StandardCharsets.UTF_8));
  }

  private CompletionStage<Answer> cluster(Call call) {
    return cluster
        .status(call.caller())
        .thenApply(status -> Answer.of(200, Answer.JSON, ClusterJson.write(status)));
  }
}
