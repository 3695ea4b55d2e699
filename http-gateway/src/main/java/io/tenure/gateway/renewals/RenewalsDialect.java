package io.tenure.gateway.renewals;

import io.tenure.gateway.Admission;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Complaints;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.JsonBody;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.RawPath;
import io.tenure.gateway.SingleHeader;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Request;
import io.tenure.service.Leases;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code /v1/renewals}: all claims of a request are submitted at once, each on its own. */
public final class RenewalsDialect implements Dialect {

  private static final String METHODS = "OPTIONS, POST";

  private final Leases leases;
  private final Admission admission;
  private final int bodyBytes;

  public RenewalsDialect(Leases leases, Admission admission, int bodyBytes) {
    this.leases = leases;
    this.admission = admission;
    this.bodyBytes = bodyBytes;
  }

  @Override
  public String name() {
    return "renewals";
  }

  /** Nothing below it: {@code renewals} may also be a namespace of leases. */
  @Override
  public boolean serves(String rawPath) {
    return RawPath.is(rawPath, "v1", "renewals");
  }

  @Override
  public int bodyLimit() {
    return bodyBytes;
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  @Override
  public CompletionStage<Answer> answer(Call call) {
    return switch (call.method()) {
      case "POST" -> renew(call);
      case "OPTIONS" -> CompletableFuture.completedFuture(Answer.empty(204).with("Allow", METHODS));
      default -> throw new ProblemException(Problem.methodNotAllowed(METHODS));
    };
  }

  private CompletionStage<Answer> renew(Call call) {
    admission.check(call);
    List<Amend> wishes = JsonBody.read(call, RenewalsBody::read);
    refuseQuery(call);
    SingleHeader.of(call, IdempotencyKey.HEADER);
    List<CompletableFuture<RenewalOutcome>> renewals = new ArrayList<>(wishes.size());
    for (Request request : IdempotencyKey.requests(call, admission.principal(call), wishes)) {
      Amend wish = wishes.get(renewals.size());
      renewals.add(
          leases
              .submit(request, call.caller())
              .handle((result, failure) -> RenewalOutcome.of(wish.claim(), result, failure))
              .toCompletableFuture());
    }
    return CompletableFuture.allOf(renewals.toArray(new CompletableFuture<?>[0]))
        .thenApply(
            done -> RenewalOutcome.answer(renewals.stream().map(CompletableFuture::join).toList()));
  }

  private static void refuseQuery(Call call) {
    Complaints complaints = new Complaints();
    for (QueryString.Parameter each : QueryString.of(call).parameters()) {
      complaints.add(each.name(), "must be sent in the body, not in the query string");
    }
    complaints.raise();
  }
}
