package io.tenure.gateway.locks;

import io.tenure.gateway.Admission;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.CutOff;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.IdempotencyKey;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.RawPath;
import io.tenure.gateway.SingleHeader;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Proof.ByVersion;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.StateView;
import io.tenure.kernel.UserData;
import io.tenure.service.Consistency;
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

  private static final String[] LOCKS = {"api", "locks"};
  private static final String[] HEALTH = {"health"};
  private static final String COLLECTION_METHODS = "GET, HEAD, POST";
  private static final String LOCK_METHODS = "DELETE, GET, HEAD, PUT";
  private static final String HEALTH_METHODS = "GET, HEAD";
  private static final byte[] HEALTHY = "{\"status\":\"OK\"}".getBytes(StandardCharsets.US_ASCII);

  /** Locks know no quotas. */
  private static final String NO_NAMESPACE = "";

  private final Leases leases;
  private final Admission admission;
  private final int bodyBytes;
  private final LocksAnswers answers = new LocksAnswers();

  /**
   * Makes the dialect.
   *
   * @param bodyBytes the largest body that is read
   */
  public LocksDialect(Leases leases, Admission admission, int bodyBytes) {
    this.leases = leases;
    this.admission = admission;
    this.bodyBytes = bodyBytes;
  }

  @Override
  public String name() {
    return "locks";
  }

  @Override
  public boolean serves(String rawPath) {
    return RawPath.startsWith(rawPath, LOCKS) || RawPath.startsWith(rawPath, HEALTH);
  }

  @Override
  public int bodyLimit() {
    return bodyBytes;
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

  @Override
  public CompletionStage<Answer> answer(Call call) {
    List<String> path = RawPath.segments(call.rawPath());
    boolean locks = path.get(0).equals("api");
    int depth = path.size() - (locks ? LOCKS.length : HEALTH.length);
    if (depth == 0) {
      return locks ? answerForCollection(call) : answerForHealth(call);
    }
    if (depth == 1 && locks) {
      return answerForLock(call, path.get(LOCKS.length));
    }
    throw new ProblemException(Problem.of(NOT_FOUND, "not-found", "there is nothing here"));
  }

  private CompletionStage<Answer> answerForHealth(Call call) {
    return switch (call.method()) {
      case "GET", "HEAD" -> CompletableFuture.completedFuture(Answer.of(200, Answer.JSON, HEALTHY));
      default -> throw methodNotAllowed(HEALTH_METHODS);
    };
  }

  private CompletionStage<Answer> answerForCollection(Call call) {
    return switch (call.method()) {
      case "POST" -> acquire(call);
      case "GET", "HEAD" -> list(call);
      default -> throw methodNotAllowed(COLLECTION_METHODS);
    };
  }

  private CompletionStage<Answer> answerForLock(Call call, String key) {
    return switch (call.method()) {
      case "PUT" -> refresh(call, key);
      case "DELETE" -> release(call, key);
      case "GET", "HEAD" -> show(call, LockBody.resource(key));
      default -> throw methodNotAllowed(LOCK_METHODS);
    };
  }

  private CompletionStage<Answer> acquire(Call call) {
    LockBody body = body(call);
    return submit(
        call,
        new Acquire(
            LockBody.resource(body.key()),
            Holder.ANONYMOUS,
            body.ttl(),
            WhenHeld.REFUSE,
            UserData.NONE,
            NO_NAMESPACE));
  }

  private CompletionStage<Answer> refresh(Call call, String key) {
    LockBody body = body(call);
    ByVersion proof = new ByVersion(body.version());
    return submit(call, new Renew(LockBody.resource(key), proof, null, null));
  }

  private CompletionStage<Answer> release(Call call, String key) {
    LockBody body = body(call);
    ByVersion proof = new ByVersion(body.version());
    return submit(call, new Release(LockBody.resource(key), proof, true));
  }

  /** Strangers are not told what is wrong with their bodies. */
  private LockBody body(Call call) {
    admission.check(call);
    return LockBody.read(call.body());
  }

  private CompletionStage<Answer> submit(Call call, Command command) {
    SingleHeader.of(call, IdempotencyKey.HEADER);
    Request request = IdempotencyKey.request(call, admission.principal(call), command);
    return leases.submit(request, call.caller()).thenApply(result -> result.dispatch(answers));
  }

  private CompletionStage<Answer> show(Call call, ResourceKey resource) {
    return read(call, state -> state.holder(resource))
        .thenApply(
            seen ->
                seen.mark(
                    seen.found().map(LockJson::one).orElseGet(() -> StatusText.of(NOT_FOUND))));
  }

  private CompletionStage<Answer> list(Call call) {
    return read(call, state -> state.holders(LockBody.prefix(), CutOff.MOST + 1))
        .thenApply(
            seen -> {
              Answer answer = LockJson.all(CutOff.shown(seen.found()));
              return seen.mark(CutOff.mark(answer, seen.found()));
            });
  }

  /** What a read found, and how old it is. */
  private record Seen<T>(T found, Consistency consistency, long staleMicros) {

    Answer mark(Answer answer) {
      return consistency == Consistency.LOCAL ? Freshness.mark(answer, staleMicros) : answer;
    }
  }

  private <T> CompletionStage<Seen<T>> read(Call call, Function<StateView, T> question) {
    Consistency consistency = consistency(call);
    return leases.read(
        state -> new Seen<>(question.apply(state), consistency, state.staleMicros()),
        consistency,
        call.caller());
  }

  /** Other parameters are ignored, as other fields of a body are. */
  private static Consistency consistency(Call call) {
    Consistency consistency = Consistency.LINEARIZABLE;
    for (QueryString.Parameter each : QueryString.of(call).parameters()) {
      if (each.name().equals(Freshness.PARAMETER)) {
        consistency =
            Freshness.parse(each.value())
                .orElseThrow(
                    () ->
                        new ProblemException(
                            Problem.of(400, "bad-consistency", "consistency may be local")));
      }
    }
    return consistency;
  }

  private static ProblemException methodNotAllowed(String allowed) {
    return new ProblemException(Problem.methodNotAllowed(allowed));
  }
}
