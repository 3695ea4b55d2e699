package io.tenure.gateway.claims;

import io.tenure.gateway.Admission;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.Complaints;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.JsonBody;
import io.tenure.gateway.Prefer;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.RawPath;
import io.tenure.gateway.json.JsonObjectReader;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.kernel.StateView;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /v1/claims}: which method does what, and how its waiting is done. */
public final class ClaimsDialect implements Dialect {

  private static final int LONGEST_ID = 16;
  private static final String COLLECTION_METHODS = "GET, HEAD, OPTIONS, POST";
  private static final String CLAIM_METHODS = "GET, HEAD, OPTIONS, PATCH, PUT";

  /** Claims know no quotas. */
  private static final String NO_NAMESPACE = "";

  private final Leases leases;
  private final ClaimsLimits limits;
  private final Admission admission;

  public ClaimsDialect(Leases leases, ClaimsLimits limits, Admission admission) {
    this.leases = leases;
    this.limits = limits;
    this.admission = admission;
  }

  @Override
  public String name() {
    return "claims";
  }

  @Override
  public boolean serves(String rawPath) {
    return RawPath.startsWith(rawPath, "v1", "claims");
  }

  @Override
  public int bodyLimit() {
    return limits.bodyBytes();
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  @Override
  public CompletionStage<Answer> answer(Call call) {
    List<String> path = RawPath.segments(call.rawPath());
    return switch (path.size()) {
      case 2 -> answerForCollection(call);
      case 3 -> answerForClaim(call, path.get(2));
      default ->
          throw new ProblemException(
              Problem.of(404, "not-found", "there is nothing at " + call.rawPath()));
    };
  }

  private CompletionStage<Answer> answerForCollection(Call call) {
    return switch (call.method()) {
      case "POST" -> file(call);
      case "GET", "HEAD" -> list(call);
      case "OPTIONS" -> options(COLLECTION_METHODS);
      default -> throw methodNotAllowed(call.method(), COLLECTION_METHODS);
    };
  }

  private CompletionStage<Answer> answerForClaim(Call call, String id) {
    return switch (call.method()) {
      case "PATCH" -> amend(call, id, body(call, AmendBody::readPatch));
      case "PUT" -> amend(call, id, body(call, AmendBody::readPut));
      case "GET", "HEAD" -> show(call, claimId(id));
      case "OPTIONS" -> options(CLAIM_METHODS);
      default -> throw methodNotAllowed(call.method(), CLAIM_METHODS);
    };
  }

  /** Strangers are not told what is wrong with their bodies. */
  private <T> T body(Call call, Function<JsonObjectReader, T> reading) {
    admission.check(call);
    return JsonBody.read(call, reading);
  }

  private CompletionStage<Answer> file(Call call) {
    FileBody body = body(call, json -> FileBody.read(json, limits));
    refuseQuery(call);
    Optional<Duration> patience = Prefer.waiting(call);
    Acquire wish =
        new Acquire(
            body.resource(),
            Holder.ANONYMOUS,
            body.ttl(),
            whenHeld(patience),
            body.data(),
            NO_NAMESPACE);
    ClaimsAnswers answers = new ClaimsAnswers(new Display(call.origin()), null);
    CompletionStage<Result> result =
        leases.submit(IdempotencyKey.request(call, admission.principal(call), wish), call.caller());
    return patience.isEmpty()
        ? result.thenApply(filed -> filed.dispatch(answers))
        : result.thenCompose(filed -> awaitGrant(filed, patience.get(), call.caller(), answers));
  }

  /** Who does not wait for the answer learns of its turn by asking for it later. */
  private static WhenHeld whenHeld(Optional<Duration> patience) {
    return patience.filter(wait -> !wait.isZero()).isPresent() ? WhenHeld.QUEUE : WhenHeld.POLL;
  }

  /** If the waiting itself fails, the claim is filed all the same, and that is what is told. */
  private CompletionStage<Answer> awaitGrant(
      Result filed, Duration patience, Caller caller, ClaimsAnswers answers) {
    Answer atOnce = filed.dispatch(answers);
    Optional<ClaimId> waiting = waiting(filed);
    if (waiting.isEmpty()) {
      return done(atOnce.status() < 300 ? Prefer.applied(atOnce, patience) : atOnce);
    }
    return leases
        .awaitChange(waiting.get(), ClaimStatus.WAITING, patience, caller)
        .handle(
            (view, failure) ->
                failure == null
                    ? Prefer.applied(answers.afterWaiting(filed, view, waiting.get()), patience)
                    : atOnce);
  }

  /** The claim that waits, be it that this request has filed it or an earlier one like it. */
  private static Optional<ClaimId> waiting(Result filed) {
    ClaimView claim =
        filed instanceof Result.Queued queued
            ? queued.claim()
            : filed instanceof Result.Replayed replayed ? replayed.now() : null;
    return claim != null && claim.claim().status() == ClaimStatus.WAITING
        ? Optional.of(claim.claim().id())
        : Optional.empty();
  }

  private CompletionStage<Answer> amend(Call call, String id, AmendBody body) {
    refuseQuery(call);
    Request request =
        IdempotencyKey.request(call, admission.principal(call), body.command(claimId(id)));
    ClaimsAnswers answers = new ClaimsAnswers(new Display(call.origin()), body.status());
    return leases.submit(request, call.caller()).thenApply(result -> result.dispatch(answers));
  }

  private CompletionStage<Answer> show(Call call, ClaimId id) {
    Consistency consistency = ClaimsQuery.readForOne(QueryString.of(call));
    Display display = new Display(call.origin());
    if (consistency == Consistency.LOCAL) {
      return leases
          .read(state -> new Seen(state.claim(id), state.staleMicros()), consistency, call.caller())
          .thenApply(seen -> Freshness.mark(display.one(seen.claim(), id), seen.staleMicros()));
    }
    CompletionStage<Optional<ClaimView>> now =
        leases.read(state -> state.claim(id), consistency, call.caller());
    Optional<Duration> patience = Prefer.waiting(call);
    return patience.isEmpty()
        ? now.thenApply(view -> display.one(view, id))
        : now.thenCompose(view -> awaitChange(view, id, patience.get(), call.caller()))
            .thenApply(view -> display.one(view, id))
            .thenApply(
                answer -> answer.status() == 200 ? Prefer.applied(answer, patience.get()) : answer);
  }

  private record Seen(Optional<ClaimView> claim, long staleMicros) {}

  private CompletionStage<Optional<ClaimView>> awaitChange(
      Optional<ClaimView> now, ClaimId id, Duration patience, Caller caller) {
    return now.filter(view -> view.claim().status().isLive())
        .map(view -> leases.awaitChange(id, view.claim().status(), patience, caller))
        .orElseGet(() -> done(now));
  }

  private CompletionStage<Answer> list(Call call) {
    ClaimsQuery query = ClaimsQuery.read(QueryString.of(call));
    Display display = new Display(call.origin());
    if (query.consistency() == Consistency.LINEARIZABLE) {
      return page(query, call.caller(), display);
    }
    return leases
        .read(StateView::staleMicros, Consistency.LOCAL, call.caller())
        .thenCompose(
            stale ->
                page(query, call.caller(), display)
                    .thenApply(answer -> Freshness.mark(answer, stale)));
  }

  private CompletionStage<Answer> page(ClaimsQuery query, Caller caller, Display display) {
    return leases
        .list(query.filter(), query.window(), query.consistency(), caller)
        .thenApply(claims -> display.page(claims, query));
  }

  /** Ids are checked behind the body, so that a bad body is told first. */
  private static ClaimId claimId(String text) {
    boolean numeric = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!numeric || text.length() > LONGEST_ID) {
      throw new ProblemException(ClaimWords.noSuchClaim(text));
    }
    return new ClaimId(Long.parseLong(text));
  }

  /** What a write needs is in its body: a parameter in its URI would be a misunderstanding. */
  private static void refuseQuery(Call call) {
    Complaints complaints = new Complaints();
    for (QueryString.Parameter each : QueryString.of(call).parameters()) {
      complaints.add(each.name(), "must be sent in the body, not in the query string");
    }
    complaints.raise();
  }

  private static CompletionStage<Answer> options(String allowed) {
    return done(Answer.empty(204).with("Allow", allowed));
  }

  private static ProblemException methodNotAllowed(String method, String allowed) {
    return new ProblemException(
        Problem.of(405, "method-not-allowed", method + " is not for this; use " + allowed)
            .with("Allow", allowed));
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
