package io.tenure.client.runner;

import io.grpc.Status;

/** A call to Locket failed. */
public final class LocketException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Status.Code code;

  LocketException(Status status) {
    super(status.getCode() + ": " + status.getDescription());
    this.code = status.getCode();
  }

  public Status.Code code() {
    return code;
  }

  /** Whether another owner has the lock. */
  public boolean isCollision() {
    return code == Status.Code.ALREADY_EXISTS;
  }

  /** Whether the same call may work later, or at another node. */
  public boolean isPassing() {
    return code == Status.Code.UNAVAILABLE || code == Status.Code.DEADLINE_EXCEEDED;
  }
}
