package io.tenure.client.cli.exit;

/** Ends a command with one line for the user: the reason, and what to do. */
public final class CommandException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  public CommandException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** One of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
