package io.tenure.gateway;

import io.tenure.service.Leases;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One of the APIs that this cluster speaks. It keeps no state of its own. */
public interface Dialect {

  /** Its name in metrics and logs. */
  String name();

  /** Whether a percent-encoded path is this dialect's to answer. */
  boolean serves(String rawPath);

  /** The largest request body that it reads, in bytes. */
  int bodyLimit();

  /**
   * Answers one call. It may throw, or fail, with a {@link ProblemException}; the gateway then asks
   * for {@link #refuse}, as it does when the {@link Leases} fail.
   */
  CompletionStage<Answer> answer(Call call);

  /** Says in this dialect's words why a call cannot be served. */
  Answer refuse(Problem problem);

  /** Says it of a call whose body was not read. It may fail as {@link #answer} may. */
  default CompletionStage<Answer> refuse(Call call, Problem problem) {
    return CompletableFuture.completedFuture(refuse(problem));
  }
}
