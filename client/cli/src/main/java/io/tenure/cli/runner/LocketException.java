package io.tenure.cli.runner;

import io.grpc.Status;
import java.net.ConnectException;

/** A call to Locket failed. */
public final class LocketException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Status.Code code;

  LocketException(Status status) {
    super(status.getCode() + ": " + reason(status));
    this.code = status.getCode();
  }

  /** In a user's words, where gRPC tells its own state or nothing. */
  private static String reason(Status status) {
    Throwable cause = status.getCause();
    while (cause != null && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return "no answer in time";
    }
    if (cause instanceof ConnectException) {
      return "connection refused";
    }
    String description = status.getDescription();
    return description == null ? "no reason given" : description;
  }

  /** Whether another owner has the lock. */
  public boolean isCollision() {
    return code == Status.Code.ALREADY_EXISTS;
  }

  /** Whether the token or the certificate is missing, wrong, or not enough for this call. */
  public boolean isNotAllowed() {
    return code == Status.Code.UNAUTHENTICATED || code == Status.Code.PERMISSION_DENIED;
  }

  /** Whether the same call may work later, or at another node. */
  public boolean isPassing() {
    return code == Status.Code.UNAVAILABLE || code == Status.Code.DEADLINE_EXCEEDED;
  }
}
