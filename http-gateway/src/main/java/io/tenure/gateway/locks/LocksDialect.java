package io.tenure.gateway.locks;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.RouteBuilder;
import io.tenure.gateway.RoutedCall;
import io.tenure.gateway.Truncation;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Proof.ByVersion;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.UserData;
import io.tenure.service.Leases;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /api/locks} and its {@code /health}: which method does what. */
public final class LocksDialect implements Dialect {

  private static final int NOT_FOUND = 404;
  private static final int SERVICE_UNAVAILABLE = 503;

  private static final String COLLECTION = "/api/locks";
  private static final String LOCK = "/api/locks/{key}";
  private static final String HEALTH = "/health";
  private static final Answer HEALTHY =
      Answer.of(200, Answer.JSON, "{\"status\":\"OK\"}".getBytes(StandardCharsets.US_ASCII));

  /** Locks know no quotas. */
  private static final String NO_NAMESPACE = "";

  private final Leases leases;
  private final int bodyBytes;
  private final LocksAnswers answers = new LocksAnswers();

  /**
   * Makes the dialect.
   *
   * @param bodyBytes the largest body that is read
   */
  public LocksDialect(Leases leases, int bodyBytes) {
    this.leases = leases;
    this.bodyBytes = bodyBytes;
  }

  @Override
  public String name() {
    return "locks";
  }

  @Override
  public List<String> owns() {
    return List.of(COLLECTION, HEALTH);
  }

  /** Parameters that are not known are ignored, as other fields of a body are. */
  @Override
  public List<Route> routes() {
    return List.of(
        Route.get(COLLECTION, Right.READ)
            .named("listLocks", "Shows the locks that are held")
            .query(Freshness.CONSISTENCY)
            .ignoringStrayParameters()
            .answers(200, "Locks", "the locks")
            .to(this::list),
        lockRoute(),
        Route.get(LOCK, Right.READ)
            .named("showLock", "Shows a lock")
            .query(Freshness.CONSISTENCY)
            .ignoringStrayParameters()
            .answers(200, "Lock", "the lock, which is held")
            .answers(404, "text/plain", "nobody holds the lock")
            .answers(422, "text/plain", "the key has characters that it must not have")
            .reading(call -> LockBody.resource(call.path("key")), Function.identity())
            .to(this::show),
        write(Route.put(LOCK, Right.WRITE), "LockProof")
            .named("refreshLock", "Makes a lock last anew")
            .answers(200, "Generation", "the lock is still yours")
            .answers(404, "text/plain", "nobody holds the lock")
            .answers(412, "text/plain", "the lock has another generation")
            .reading(LocksDialect::refreshment, Renew::resource)
            .to(this::submit),
        write(Route.delete(LOCK, Right.WRITE), "LockProof")
            .named("unlock", "Gives a lock back")
            .answers(200, "text/plain", "the lock is free")
            .answers(404, "text/plain", "nobody holds the lock")
            .answers(412, "text/plain", "the lock has another generation")
            .reading(LocksDialect::release, Release::resource)
            .to(this::submit),
        Route.get(HEALTH, Right.NONE)
            .named("health", "Says that the process runs")
            .ignoringStrayParameters()
            .answers(200, "Health", "it runs")
            .to(call -> CompletableFuture.completedFuture(HEALTHY)));
  }

  private Route lockRoute() {
    return write(Route.post(COLLECTION, Right.WRITE), "NewLock")
        .named("lock", "Takes a lock")
        .answers(200, "Generation", "the lock is yours")
        .answers(404, "text/plain", "the lock was taken under this key before and has ended")
        .answers(423, "text/plain", "somebody holds the lock")
        .answers(507, "text/plain", "there are as many claims as there may be")
        .reading(LocksDialect::acquisition, Acquire::resource)
        .to(this::submit);
  }

  /** Whoever has to find out whether a lost request was applied needs more than a status line. */
  @Override
  public Answer refuse(Problem problem) {
    if (problem.status() == SERVICE_UNAVAILABLE) {
      return ProblemJson.write(problem);
    }
    Answer answer = StatusText.of(problem.status());
    for (Answer.Header header : problem.headers()) {
      answer = answer.with(header.name(), header.value());
    }
    return answer;
  }

  /** A lock that clients ask for by its key has OPTIONS neither here nor in the original. */
  @Override
  public boolean answersOptions() {
    return false;
  }

  @Override
  public String refusalBody() {
    return "text/plain";
  }

  private RouteBuilder write(RouteBuilder route, String schema) {
    return route
        .body(schema, bodyBytes)
        .ignoringStrayParameters()
        .idempotent()
        .answers(422, "text/plain", "a field is missing, or the key has been used before");
  }

  private static Acquire acquisition(RoutedCall call) {
    LockBody body = LockBody.read(call.call().body());
    return new Acquire(
        LockBody.resource(body.key()),
        Holder.ANONYMOUS,
        body.ttl(),
        WhenHeld.REFUSE,
        UserData.NONE,
        NO_NAMESPACE);
  }

  private static Renew refreshment(RoutedCall call) {
    ByVersion proof = new ByVersion(LockBody.read(call.call().body()).version());
    return new Renew(LockBody.resource(call.path("key")), proof, null, null);
  }

  private static Release release(RoutedCall call) {
    ByVersion proof = new ByVersion(LockBody.read(call.call().body()).version());
    return new Release(LockBody.resource(call.path("key")), proof, true);
  }

  private CompletionStage<Answer> submit(RoutedCall call, Command command) {
    return leases
        .submit(call.request(command), call.caller())
        .thenApply(result -> result.dispatch(answers));
  }

  private CompletionStage<Answer> show(RoutedCall call, ResourceKey resource) {
    return call.read(
        leases,
        state -> state.holder(resource),
        holder -> holder.map(LockJson::one).orElseGet(() -> StatusText.of(NOT_FOUND)));
  }

  private CompletionStage<Answer> list(RoutedCall call) {
    return call.read(
        leases,
        state -> state.holders(LockBody.prefix(), Truncation.MOST + 1),
        found -> Truncation.mark(LockJson.all(Truncation.shown(found)), found));
  }
}
