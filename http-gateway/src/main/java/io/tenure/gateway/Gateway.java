package io.tenure.gateway;

import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every call alike before its dialect answers it: path, method, query, credentials, and
 * whether the client may do what it asks for. Turns every failure into an answer in that dialect's
 * words. Safe for use by many threads; it keeps nothing.
 */
public final class Gateway {

  private static final Logger log = LoggerFactory.getLogger(Gateway.class);
  private static final Problem INTERNAL =
      Problem.of(500, "internal", "the server failed; its log says why");

  private final Router router;
  private final Admission admission;
  private final CallObserver observer;

  /** Makes a gateway; it is an error if two dialects serve the same path and method. */
  public Gateway(List<Dialect> dialects, Authenticator authenticator, CallObserver observer) {
    this(dialects, Admission.of(authenticator), observer);
  }

  /** Makes a gateway; it is an error if two dialects serve the same path and method. */
  public Gateway(List<Dialect> dialects, Admission admission, CallObserver observer) {
    this.router = new Router(dialects, new NotFoundDialect());
    this.admission = admission;
    this.observer = observer;
  }

  /** The largest body that a request may have, in bytes. */
  public int bodyLimit(String method, String rawPath) {
    return router.find(rawPath).bodyLimit(method, rawPath);
  }

  /** Answers a call. The future never fails, and whoever waits for it may {@link #giveUp}. */
  public CompletableFuture<Answer> answer(Call call) {
    return ask(call, this::serve);
  }

  /** Refuses a call whose body was not read. The future is as that of {@link #answer}. */
  public CompletableFuture<Answer> refuse(Call call, Problem problem) {
    return ask(call, (routes, refused) -> routes.dialect().refuse(refused, problem));
  }

  private CompletableFuture<Answer> ask(
      Call call, BiFunction<RouteSet, Call, CompletionStage<Answer>> question) {
    long started = System.nanoTime();
    RouteSet routes = router.find(call.rawPath());
    Dialect dialect = routes.dialect();
    try {
      return question
          .apply(routes, call)
          .handle((answer, failure) -> settled(dialect, call, answer, failure, started))
          .toCompletableFuture();
    } catch (RuntimeException | StackOverflowError e) {
      return CompletableFuture.completedFuture(settled(dialect, call, null, e, started));
    }
  }

  private CompletionStage<Answer> serve(RouteSet routes, Call call) {
    return refusing(
        routes.dialect(),
        call,
        () ->
            call.method().equals("OPTIONS") && routes.tellsMethods()
                ? CompletableFuture.completedFuture(
                    Answer.empty(204).with("Allow", routes.allowed(call.rawPath())))
                : admit(routes.dialect(), routes.route(call), call));
  }

  private static CompletionStage<Answer> refusing(
      Dialect dialect, Call call, Supplier<CompletionStage<Answer>> question) {
    try {
      return question.get();
    } catch (ProblemException refused) {
      return dialect.refuse(call, refused.problem());
    }
  }

  /** Whoever shows no good credentials is not told what is wrong with the rest of the call. */
  private CompletionStage<Answer> admit(Dialect dialect, Route route, Call call) {
    QueryString query = route.query(call);
    Finding finding = admission.find(route.right(), call);
    if (finding instanceof Finding.Later later) {
      return later
          .finding()
          .thenComposeAsync(
              found ->
                  refusing(
                      dialect, call, () -> carryOut(dialect, routed(route, call, query, found))),
              call.caller().home());
    }
    return carryOut(dialect, routed(route, call, query, finding));
  }

  private RoutedCall routed(Route route, Call call, QueryString query, Finding finding) {
    return new RoutedCall(call, route, query, admission.principal(route.right(), finding));
  }

  private CompletionStage<Answer> carryOut(Dialect dialect, RoutedCall call) {
    if (call.route().idempotent()) {
      SingleHeader.of(call.call(), IdempotencyKey.HEADER);
    }
    Route.Opened opened = call.route().opener().open(call);
    return admission
        .objection(call.principal(), opened.access(), call.caller())
        .thenCompose(
            why ->
                why.isPresent()
                    ? dialect.refuse(call.call(), why.get())
                    : refusing(dialect, call.call(), opened.rest()));
  }

  /**
   * Answers a call whose own answer has not come in time, unless it has come meanwhile.
   *
   * @param reply what {@link #answer} or {@link #refuse(Call, Problem)} gave for the call
   * @param tookNanos how long the client has waited
   */
  public void giveUp(Call call, CompletableFuture<Answer> reply, long tookNanos) {
    boolean reads = call.method().equals("GET") || call.method().equals("HEAD");
    String detail = "the server found no answer in time";
    Problem problem = reads ? Problem.unavailable(detail) : Problem.unknownOutcome(detail);
    Dialect dialect = router.find(call.rawPath()).dialect();
    Answer answer = safelyRefuse(dialect, problem);
    if (reply.complete(answer)) {
      observer.answered(
          dialect.name(), call.method(), answer.status(), tookNanos, Prefer.asksToWait(call));
    }
  }

  /**
   * Refuses what never became a call.
   *
   * @param rawPath as much of it as is known, maybe nothing
   */
  public Answer refuse(String method, String rawPath, Problem problem) {
    Dialect dialect = router.find(rawPath).dialect();
    Answer answer = safelyRefuse(dialect, problem);
    observer.answered(dialect.name(), method, answer.status(), 0, false);
    return answer;
  }

  private Answer settled(
      Dialect dialect,
      Call call,
      @Nullable Answer answer,
      @Nullable Throwable failure,
      long startedNanos) {
    Answer given =
        answer != null ? answer : safelyRefuse(dialect, problemOf(dialect, call, failure));
    observer.answered(
        dialect.name(),
        call.method(),
        given.status(),
        System.nanoTime() - startedNanos,
        Prefer.asksToWait(call));
    return given;
  }

  private static Problem problemOf(Dialect dialect, Call call, @Nullable Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof ProblemException refused) {
      return refused.problem();
    }
    if (cause instanceof UnavailableException) {
      return Problem.unavailable(String.valueOf(cause.getMessage()));
    }
    if (cause instanceof UnknownOutcomeException) {
      return Problem.unknownOutcome(String.valueOf(cause.getMessage()));
    }
    log.error("{} failed at {} {}", dialect.name(), call.method(), call.rawPath(), cause);
    return INTERNAL;
  }

  private static Answer safelyRefuse(Dialect dialect, Problem problem) {
    try {
      return dialect.refuse(problem);
    } catch (RuntimeException e) {
      log.error("{} failed to refuse with {}", dialect.name(), problem.slug(), e);
      return ProblemJson.write(INTERNAL);
    }
  }
}
