package io.tenure.gateway.renewals;

import io.tenure.gateway.Access;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.JsonBody;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.RoutedCall;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Request;
import io.tenure.service.Leases;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code /v1/renewals}: all claims of a request are submitted at once, each on its own. */
public final class RenewalsDialect implements Dialect {

  private final Leases leases;
  private final int bodyBytes;

  public RenewalsDialect(Leases leases, int bodyBytes) {
    this.leases = leases;
    this.bodyBytes = bodyBytes;
  }

  @Override
  public String name() {
    return "renewals";
  }

  /** It owns nothing below: {@code renewals} may also be a namespace of leases. */
  @Override
  public List<Route> routes() {
    return List.of(
        Route.post("/v1/renewals", Right.WRITE)
            .named("renewClaims", "Renews the leases of many claims")
            .body("Renewals", bodyBytes)
            .idempotent()
            .answers(200, "RenewalResults", "what came of each claim, in the order of the request")
            .readingAccess(
                call -> JsonBody.read(call.call(), RenewalsBody::read),
                amendments ->
                    Access.of(Right.WRITE, amendments.stream().map(Amend::claim).toList()))
            .to(this::renew));
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  private CompletionStage<Answer> renew(RoutedCall call, List<Amend> amendments) {
    List<CompletableFuture<RenewalOutcome>> renewals = new ArrayList<>(amendments.size());
    for (Request request : call.requests(amendments)) {
      Amend amendment = amendments.get(renewals.size());
      renewals.add(
          leases
              .submit(request, call.caller())
              .handle((result, failure) -> RenewalOutcome.of(amendment.claim(), result, failure))
              .toCompletableFuture());
    }
    return CompletableFuture.allOf(renewals.toArray(new CompletableFuture<?>[0]))
        .thenApply(
            done -> RenewalOutcome.answer(renewals.stream().map(CompletableFuture::join).toList()));
  }
}
