package io.tenure.gateway.admin;

import io.tenure.gateway.Admission;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.Problem;
import io.tenure.gateway.Problem.Parameter;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.QueryString;
import io.tenure.service.Consistency;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Serves {@code GET /v1/cluster/backup}, to those who may change something: it shows all. */
public final class BackupDialect implements Dialect {

  private static final String PATH = "/v1/cluster/backup";
  private static final String ALLOWED = "GET, OPTIONS";
  private static final String TYPE = "application/octet-stream";
  private static final int BODY_LIMIT_BYTES = 8 * 1024;

  private final Backups backups;
  private final Admission admission;

  public BackupDialect(Backups backups, Admission admission) {
    this.backups = backups;
    this.admission = admission;
  }

  @Override
  public String name() {
    return "admin";
  }

  @Override
  public boolean serves(String rawPath) {
    return rawPath.equals(PATH) || rawPath.equals(PATH + "/");
  }

  @Override
  public int bodyLimit() {
    return BODY_LIMIT_BYTES;
  }

  @Override
  public CompletionStage<Answer> answer(Call call) {
    return switch (call.method()) {
      case "GET" -> backup(call);
      case "OPTIONS" -> CompletableFuture.completedFuture(Answer.empty(204).with("Allow", ALLOWED));
      default -> throw new ProblemException(Problem.methodNotAllowed(ALLOWED));
    };
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  private CompletionStage<Answer> backup(Call call) {
    admission.check(call);
    return backups
        .begin(consistency(QueryString.of(call)), call.caller())
        .thenApply(body -> Answer.streaming(200, TYPE, body).with("Cache-Control", "no-store"));
  }

  private static Consistency consistency(QueryString query) {
    Consistency asked = Consistency.LINEARIZABLE;
    for (QueryString.Parameter each : query.parameters()) {
      if (!each.name().equals(Freshness.PARAMETER)) {
        throw bad(each.name(), "unknown parameter; expected consistency");
      }
      asked =
          Freshness.parse(each.value())
              .orElseThrow(() -> bad(each.name(), "must be local or linearizable"));
    }
    return asked;
  }

  private static ProblemException bad(String parameter, String reason) {
    return new ProblemException(Problem.badParameters(List.of(new Parameter(parameter, reason))));
  }
}
