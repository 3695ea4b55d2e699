package io.tenure.node;

/** How a process ends, for whoever started it. */
public final class ExitCode {
  public static final int OK = 0;
  public static final int FAILURE = 1;

  /** Wrong command line or configuration; as it is, it will never start. */
  public static final int USAGE = 2;

  /** The data directory is another's, is in use, or may not be used. */
  public static final int IDENTITY = 3;

  public static final int PORT_BUSY = 4;

  /** The node stopped itself, because to go on could have done harm. */
  public static final int FAIL_STOP = 70;

  private ExitCode() {}
}
