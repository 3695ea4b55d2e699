package io.tenure.gateway;

import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the dialect of a call, and turns every failure into an answer in that dialect's words. Safe
 * for use by many threads; it keeps nothing.
 */
public final class Gateway {

  private static final Logger log = LoggerFactory.getLogger(Gateway.class);
  private static final Problem INTERNAL =
      Problem.of(500, "internal", "the server failed; its log says why");

  private final Dialect[] dialects;
  private final Dialect fallback;
  private final CallObserver observer;

  /**
   * Makes a gateway.
   *
   * @param dialects asked in this order; the first that serves a path answers
   * @param fallback answers for all other paths
   */
  public Gateway(List<Dialect> dialects, Dialect fallback, CallObserver observer) {
    this.dialects = dialects.toArray(new Dialect[0]);
    this.fallback = fallback;
    this.observer = observer;
  }

  /** The largest body that may be sent to a path, in bytes. */
  public int bodyLimit(String rawPath) {
    return dialectOf(rawPath).bodyLimit();
  }

  /** Answers a call. The future never fails, and whoever waits for it may {@link #giveUp}. */
  public CompletableFuture<Answer> answer(Call call) {
    return ask(call, dialect -> dialect.answer(call));
  }

  /** Refuses a call whose body was not read. The future is as that of {@link #answer}. */
  public CompletableFuture<Answer> refuse(Call call, Problem problem) {
    return ask(call, dialect -> dialect.refuse(call, problem));
  }

  private CompletableFuture<Answer> ask(
      Call call, Function<Dialect, CompletionStage<Answer>> question) {
    long started = System.nanoTime();
    Dialect dialect = dialectOf(call.rawPath());
    try {
      return question
          .apply(dialect)
          .handle((answer, failure) -> settled(dialect, call, answer, failure, started))
          .toCompletableFuture();
    } catch (RuntimeException | StackOverflowError e) {
      return CompletableFuture.completedFuture(settled(dialect, call, null, e, started));
    }
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
    Dialect dialect = dialectOf(call.rawPath());
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
    Dialect dialect = dialectOf(rawPath);
    Answer answer = safelyRefuse(dialect, problem);
    observer.answered(dialect.name(), method, answer.status(), 0, false);
    return answer;
  }

  private Dialect dialectOf(String rawPath) {
    for (Dialect dialect : dialects) {
      if (dialect.serves(rawPath)) {
        return dialect;
      }
    }
    return fallback;
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
