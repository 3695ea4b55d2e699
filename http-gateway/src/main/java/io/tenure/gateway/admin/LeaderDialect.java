package io.tenure.gateway.admin;

import io.tenure.gateway.Admission;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.JsonBody;
import io.tenure.gateway.Problem;
import io.tenure.gateway.Problem.Parameter;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.json.JsonObjectReader;
import io.tenure.gateway.json.JsonObjectReader.Kind;
import io.tenure.service.LeaderChange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Serves {@code POST /v1/cluster/leader}, which moves leadership to the member that it names. */
public final class LeaderDialect implements Dialect {

  private static final String PATH = "/v1/cluster/leader";
  private static final String ALLOWED = "POST, OPTIONS";
  private static final int BODY_LIMIT_BYTES = 8 * 1024;

  private final LeaderChange change;
  private final Admission admission;

  public LeaderDialect(LeaderChange change, Admission admission) {
    this.change = change;
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
      case "POST" -> move(call);
      case "OPTIONS" -> CompletableFuture.completedFuture(Answer.empty(204).with("Allow", ALLOWED));
      default -> throw new ProblemException(Problem.methodNotAllowed(ALLOWED));
    };
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  private CompletionStage<Answer> move(Call call) {
    admission.check(call);
    String member = JsonBody.read(call, this::memberIn);
    return change
        .moveTo(member)
        .thenApplyAsync(outcome -> answer(outcome, member), call.caller().home());
  }

  private String memberIn(JsonObjectReader json) {
    String member = "";
    while (json.next()) {
      if (!json.name().equals("node")) {
        throw bad(json.name(), "is not known here");
      }
      if (json.kind() != Kind.STRING) {
        throw bad("node", "must be a string, not " + json.kind());
      }
      member = json.string();
    }
    if (!change.members().contains(member)) {
      throw bad("node", "must be one of " + String.join(", ", change.members()));
    }
    return member;
  }

  private static ProblemException bad(String parameter, String reason) {
    return new ProblemException(Problem.badParameters(List.of(new Parameter(parameter, reason))));
  }

  private Answer answer(LeaderChange.Outcome outcome, String member) {
    return switch (outcome) {
      case LEADS -> leads(member);
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

  private static Answer leads(String member) {
    String json = "{\"leader\":\"" + member + "\"}";
    return Answer.of(200, Answer.JSON, json.getBytes(StandardCharsets.UTF_8));
  }
}
