package io.tenure.node;

/** The process cannot start, for a reason that its user can mend; the message says how. */
final class StartupException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  StartupException(int exitCode, String message) {
    super(message, null, false, false);
    this.exitCode = exitCode;
  }

  int exitCode() {
    return exitCode;
  }
}
