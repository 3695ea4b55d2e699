package io.tenure.cli.exit;

/** Ends a command with one line for the user: the reason, and what to do. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final int status;
  private final String type;

  public CommandException(int exitCode, String message) {
    this(exitCode, message, 0, "");
  }

  /**
   * After an answer of the cluster.
   *
   * @param status of the answer, or 0 if there was none
   * @param type of the problem in the cluster's words, such as {@code no-such-claim}; may be empty
   */
  public CommandException(int exitCode, String message, int status, String type) {
    super(message);
    this.exitCode = exitCode;
    this.status = status;
    this.type = type;
  }

  /** One of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }

  public int status() {
    return status;
  }

  public String type() {
    return type;
  }
}
