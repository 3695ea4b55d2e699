package io.tenure.gateway.claims;

import io.tenure.gateway.Access;
import io.tenure.gateway.Answer;
import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.JsonBody;
import io.tenure.gateway.Prefer;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.RouteBuilder;
import io.tenure.gateway.RoutedCall;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
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

/** {@code /v1/claims}: which method does what, and how its waiting is done. */
public final class ClaimsDialect implements Dialect {

  private static final int LONGEST_ID = 16;
  private static final String COLLECTION = "/v1/claims";
  private static final String CLAIM = "/v1/claims/{id}";

  /** Claims know no quotas. */
  private static final String NO_NAMESPACE = "";

  private final Leases leases;
  private final ClaimsLimits limits;

  public ClaimsDialect(Leases leases, ClaimsLimits limits) {
    this.leases = leases;
    this.limits = limits;
  }

  @Override
  public String name() {
    return "claims";
  }

  @Override
  public List<String> owns() {
    return List.of(COLLECTION);
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get(COLLECTION, Right.READ)
            .named("listClaims", "Lists claims, live and ended, by id")
            .query(ClaimsQuery.PARAMETERS)
            .strayParameters("is not a filter")
            .answers(200, "Claims", "a page of claims; Link leads to the next one")
            .to(this::list),
        fileRoute(),
        Route.get(CLAIM, Right.READ)
            .named("showClaim", "Shows a claim")
            .query(Freshness.CONSISTENCY)
            .waiting()
            .answers(200, "Claim", "the claim")
            .answers(404, "Problem", "there is no such claim")
            .readingAccess(
                call -> claimId(call.path("id")), id -> Access.of(Right.READ, List.of(id)))
            .to(this::show),
        amendment(Route.patch(CLAIM, Right.WRITE))
            .named("amendClaim", "Changes the ttl or the status of a claim")
            .body("ClaimChange", limits.bodyBytes())
            .readingAccess(
                call -> JsonBody.read(call.call(), AmendBody::readPatch),
                (call, body) -> body.access(claimId(call.path("id"))))
            .to(this::amend),
        amendment(Route.put(CLAIM, Right.WRITE))
            .named("amendClaimBoth", "Changes the ttl and the status of a claim, in one step")
            .body("ClaimChanges", limits.bodyBytes())
            .readingAccess(
                call -> JsonBody.read(call.call(), AmendBody::readPut),
                (call, body) -> body.access(claimId(call.path("id"))))
            .to(this::amend),
        endRoute());
  }

  private Route fileRoute() {
    return Route.post(COLLECTION, Right.WRITE)
        .named("fileClaim", "Files a claim on a resource")
        .body("NewClaim", limits.bodyBytes())
        .waiting()
        .idempotent()
        .answers(201, "Claim", "the claim is active")
        .answers(202, "Claim", "the claim waits in line")
        .answers(200, "Claim", "the claim was filed before, or has ended while it waited")
        .answers(404, "Problem", "the claim was filed before and is forgotten")
        .answers(507, "Problem", "there are as many claims as there may be")
        .reading(this::filing, FileBody::resource)
        .to(this::file);
  }

  private Route endRoute() {
    return Route.delete(CLAIM, Right.WRITE)
        .named("endClaim", "Releases a claim that is active, withdraws one that waits")
        .headers("IfMatch")
        .idempotent()
        .answers(204, "", "the claim has ended")
        .answers(404, "Problem", "there is no such claim")
        .answers(412, "Problem", "the lease has another version")
        .readingAccess(call -> claimId(call.path("id")), id -> Access.of(Right.WRITE, List.of(id)))
        .to(this::end);
  }

  private static RouteBuilder amendment(RouteBuilder route) {
    return route
        .headers("IfMatch")
        .idempotent()
        .answers(412, "Problem", "the lease has another version")
        .answers(200, "Claim", "the claim, which is active")
        .answers(204, "", "the claim has ended")
        .answers(404, "Problem", "there is no such claim")
        .answers(409, "StillWaiting", "the claim waits still");
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  private FileBody filing(RoutedCall call) {
    return JsonBody.read(call.call(), json -> FileBody.read(json, limits));
  }

  private CompletionStage<Answer> file(RoutedCall call, FileBody body) {
    Optional<Duration> patience = call.patience();
    Acquire wish =
        new Acquire(
            body.resource(),
            Holder.ANONYMOUS,
            body.ttl(),
            whenHeld(patience),
            body.data(),
            NO_NAMESPACE);
    ClaimsAnswers answers = new ClaimsAnswers(new Display(call.origin()), null);
    CompletionStage<Result> result = leases.submit(call.request(wish), call.caller());
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

  private CompletionStage<Answer> amend(RoutedCall call, AmendBody body) {
    ClaimsAnswers answers = new ClaimsAnswers(new Display(call.origin()), body.status());
    return carryOut(call, body.command(claimId(call.path("id"))))
        .thenApply(result -> result.dispatch(answers));
  }

  private CompletionStage<Result> carryOut(RoutedCall call, Amend amendment) {
    Optional<IfMatch> condition = IfMatch.of(call.call());
    if (condition.isEmpty()) {
      return leases.submit(call.request(amendment), call.caller());
    }
    ClaimId id = amendment.claim();
    return leases
        .read(state -> state.claim(id), Consistency.LINEARIZABLE, call.caller())
        .thenCompose(
            view ->
                view.isEmpty()
                    ? done(new Result.NoSuchClaim(id))
                    : leases.submit(
                        call.request(condition.get().guard(amendment, view.get().claim())),
                        call.caller()));
  }

  /** What waits cannot be released, and says so: then it is withdrawn, active by now or not. */
  private CompletionStage<Answer> end(RoutedCall call, ClaimId id) {
    ClaimsAnswers answers = new ClaimsAnswers(new Display(call.origin()), ClaimStatus.RELEASED);
    return carryOut(call, new Amend(id, null, ClaimStatus.RELEASED))
        .thenCompose(
            released ->
                first(released) instanceof Result.IllegalTransition
                    ? leases.submit(
                        Request.of(new Amend(id, null, ClaimStatus.WITHDRAWN)), call.caller())
                    : done(released))
        .thenApply(ended -> isEndedAsAsked(ended) ? Answer.empty(204) : ended.dispatch(answers));
  }

  private static Result first(Result result) {
    return result instanceof Result.Replayed again ? again.first() : result;
  }

  /** To end once more what its owner has ended does no harm. */
  private static boolean isEndedAsAsked(Result result) {
    return first(result) instanceof Result.AlreadyEnded before
        && (before.claim().claim().status() == ClaimStatus.RELEASED
            || before.claim().claim().status() == ClaimStatus.WITHDRAWN);
  }

  private CompletionStage<Answer> show(RoutedCall call, ClaimId id) {
    Display display = new Display(call.origin());
    Optional<Duration> patience = call.patience();
    if (patience.isEmpty() || call.consistency() == Consistency.LOCAL) {
      return call.read(leases, state -> state.claim(id), view -> display.one(view, id));
    }
    return leases
        .read(state -> state.claim(id), Consistency.LINEARIZABLE, call.caller())
        .thenCompose(view -> awaitChange(view, id, patience.get(), call.caller()))
        .thenApply(view -> display.one(view, id))
        .thenApply(
            answer -> answer.status() == 200 ? Prefer.applied(answer, patience.get()) : answer);
  }

  private CompletionStage<Optional<ClaimView>> awaitChange(
      Optional<ClaimView> now, ClaimId id, Duration patience, Caller caller) {
    return now.filter(view -> view.claim().status().isLive())
        .map(view -> leases.awaitChange(id, view.claim().status(), patience, caller))
        .orElseGet(() -> done(now));
  }

  private CompletionStage<Answer> list(RoutedCall call) {
    ClaimsQuery query = ClaimsQuery.read(call.query());
    Display display = new Display(call.origin());
    Consistency consistency = call.consistency();
    CompletionStage<Answer> page =
        leases
            .list(query.filter(), query.window(), consistency, call.caller())
            .thenApply(claims -> display.page(claims, query));
    return consistency == Consistency.LINEARIZABLE
        ? page
        : leases
            .read(StateView::staleMicros, Consistency.LOCAL, call.caller())
            .thenCombine(page, (stale, answer) -> Freshness.mark(answer, stale));
  }

  /** Ids are checked behind the body, so that a bad body is told first. */
  private static ClaimId claimId(String text) {
    boolean numeric = !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!numeric || text.length() > LONGEST_ID) {
      throw new ProblemException(ClaimWords.noSuchClaim(text));
    }
    return new ClaimId(Long.parseLong(text));
  }

  private static <T> CompletionStage<T> done(T value) {
    return CompletableFuture.completedFuture(value);
  }
}
