package io.tenure.node.backup;

/** A backup cannot be used, or not be made; its message says why. */
public final class BackupException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BackupException(String message) {
    super(message);
  }

  BackupException(String message, Throwable cause) {
    super(message, cause);
  }
}
