package io.tenure.client;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** It was not the claim's turn in time. It has been withdrawn. */
public final class ClaimTimeoutException extends TenureException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<Problem> conflict;

  ClaimTimeoutException(String message, Optional<Problem> conflict) {
    super(message);
    this.conflict = conflict;
  }

  /** Who held the resource when the cluster was asked last. */
  public Optional<Holder> holder() {
    return conflict.flatMap(Problem::holder);
  }

  /** When that holder's lease was to end, if it was not renewed. */
  public Optional<Duration> expiresIn() {
    return conflict.flatMap(Problem::expiresIn);
  }

  /** The place in line when the cluster was asked last: 1 is the next. */
  public OptionalInt queuePosition() {
    return conflict.map(Problem::queuePosition).orElse(OptionalInt.empty());
  }
}
