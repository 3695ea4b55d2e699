package io.tenure.cli.exit;

/** How the programs end, for scripts; docs/cli.md lists them. */
public final class ExitCode {
  public static final int OK = 0;

  /** The cluster understood and said no: no such claim, it has ended, a limit is reached. */
  public static final int REFUSED = 1;

  /** Wrong command line; as it is, it will never work. */
  public static final int USAGE = 2;

  /** No node gave a final answer in time. */
  public static final int UNAVAILABLE = 69;

  /** A fault of the program itself. */
  public static final int INTERNAL = 70;

  /** Somebody else holds it, and the time to wait for it is over. */
  public static final int NOT_ACQUIRED = 75;

  /** It was held, and was lost before the work was done. */
  public static final int LOST = 76;

  /** The token or the certificate is missing or wrong. */
  public static final int NOT_ALLOWED = 77;

  /** The command of {@code tenure run} cannot be executed; as in shells. */
  public static final int NOT_EXECUTABLE = 126;

  /** The command of {@code tenure run} was not found; as in shells. */
  public static final int NOT_FOUND = 127;

  /** Ended by a signal: this plus its number. */
  public static final int SIGNAL = 128;

  private ExitCode() {}
}
