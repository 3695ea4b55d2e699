package io.tenure.gateway.admin;

import io.tenure.gateway.Access;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.RouteBuilder;
import io.tenure.gateway.RoutedCall;
import io.tenure.gateway.json.JsonText;
import io.tenure.service.LeaderChange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Serves {@code /livez}, {@code /readyz}, {@code /metrics} and {@code /v1/cluster}. */
public final class AdminDialect implements Dialect {

  private static final String CLUSTER = "/v1/cluster";
  private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final int BODY_LIMIT_BYTES = 8 * 1024;

  private final Readiness readiness;
  private final MetricsText metrics;
  private final ClusterView cluster;
  private final LeaderChange change;

  public AdminDialect(
      Readiness readiness, MetricsText metrics, ClusterView cluster, LeaderChange change) {
    this.readiness = readiness;
    this.metrics = metrics;
    this.cluster = cluster;
    this.change = change;
  }

  @Override
  public String name() {
    return "admin";
  }

  @Override
  public List<String> owns() {
    return List.of(CLUSTER);
  }

  @Override
  public List<Route> routes() {
    return List.of(
        page("/livez", "livez", "Says that the process runs")
            .answers(200, "text/plain", "it runs")
            .to(call -> CompletableFuture.completedFuture(alive())),
        page("/readyz", "readyz", "Says whether the node can serve requests")
            .answers(200, "text/plain", "it can")
            .answers(503, "Problem", "it cannot, and why")
            .to(call -> CompletableFuture.completedFuture(ready())),
        page("/metrics", "metrics", "The node's metrics, as Prometheus reads them")
            .answers(200, "text/plain", "the metrics")
            .to(call -> CompletableFuture.completedFuture(metrics())),
        page(CLUSTER, "cluster", "How this node sees the members of its cluster")
            .answers(200, "Cluster", "the cluster")
            .to(this::cluster),
        Route.post(CLUSTER + "/leader", Right.ADMIN)
            .named("moveLeader", "Moves leadership to the member that is named")
            .body("NewLeader", BODY_LIMIT_BYTES)
            .answers(200, "Leader", "that member leads")
            .readingAccess(
                call -> LeaderBody.read(call.call(), change.members()),
                member -> Access.of(Right.ADMIN))
            .to(this::moveLeader));
  }

  private static RouteBuilder page(String path, String name, String summary) {
    return Route.get(path, Right.NONE).named(name, summary).ignoringStrayParameters();
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
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

  private CompletionStage<Answer> cluster(RoutedCall call) {
    return cluster
        .status(call.caller())
        .thenApply(status -> Answer.of(200, Answer.JSON, ClusterJson.write(status)));
  }

  private CompletionStage<Answer> moveLeader(RoutedCall call, String member) {
    return change
        .moveTo(member)
        .thenApplyAsync(outcome -> answer(outcome, member), call.caller().home());
  }

  private Answer answer(LeaderChange.Outcome outcome, String member) {
    return switch (outcome) {
      case LEADS ->
          Answer.of(
              200,
              Answer.JSON,
              JsonText.start().ascii("{\"leader\":").string(member).ascii("}").toBytes());
      case NOT_BEGUN ->
          refuse(
              Problem.unavailable(
                  member + " did not become the leader: no leader could be asked, or it refused"));
      case UNKNOWN ->
          refuse(
              Problem.unknownOutcome(
                  member
                      + " has not become the leader in time, but still may; it may be down or far"
                      + " behind"));
    };
  }
}
