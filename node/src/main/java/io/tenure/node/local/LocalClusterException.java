package io.tenure.node.local;

/** The cluster cannot be started; the message says why and what to do. */
public final class LocalClusterException extends Exception {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  LocalClusterException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** The exit code of the node that failed, or 1. */
  public int exitCode() {
    return exitCode;
  }
}
