package io.tenure.gateway;

import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
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
  private static final String REALM = "Bearer realm=\"tenure\"";

  private final Router router;
  private final Authenticator authenticator;
  private final CallObserver observer;

  /** Makes a gateway; it is an error if two dialects serve the same path and method. */
  public Gateway(List<Dialect> dialects, Authenticator authenticator, CallObserver observer) {
    this.router = new Router(dialects, new NotFoundDialect());
    this.authenticator = authenticator;
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
    try {
      return call.method().equals("OPTIONS") && routes.tellsMethods()
          ? CompletableFuture.completedFuture(
              Answer.empty(204).with("Allow", routes.allowed(call.rawPath())))
          : carryOut(routes.route(call), call);
    } catch (ProblemException refused) {
      return routes.dialect().refuse(call, refused.problem());
    }
  }

  /** Whoever shows no good credentials is not told what is wrong with the rest of the call. */
  private CompletionStage<Answer> carryOut(Route route, Call call) {
    QueryString query = route.query(call);
    Principal principal = admit(route, call);
    if (route.idempotent()) {
      SingleHeader.of(call, IdempotencyKey.HEADER);
    }
    Route.Opened opened = route.opener().open(new RoutedCall(call, route, query, principal));
    if (!authenticator.permits(principal, opened.access())) {
      throw new ProblemException(
          Problem.of(403, "forbidden", "these credentials do not allow this"));
    }
    return opened.rest().get();
  }

  /** Who asks; refused if the route needs credentials and there are no good ones. */
  private Principal admit(Route route, Call call) {
    if (!route.right().needsCredentials()) {
      return Principal.ANYBODY;
    }
    return switch (authenticator.judge(call)) {
      case ALLOWED -> authenticator.principal(call);
      case NO_CREDENTIALS ->
          throw new ProblemException(
              Problem.of(401, "no-credentials", "credentials are required for writes")
                  .with("WWW-Authenticate", REALM));
      case WRONG_CREDENTIALS ->
          throw new ProblemException(
              Problem.of(401, "wrong-credentials", "these credentials are not valid")
                  .with("WWW-Authenticate", REALM + ", error=\"invalid_token\""));
    };
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
