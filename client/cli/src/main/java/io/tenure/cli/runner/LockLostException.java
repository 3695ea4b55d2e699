package io.tenure.cli.runner;

/** A lock was held, and is not any more. */
public final class LockLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LockLostException(String reason) {
    super(reason);
  }
}
