package io.tenure.store;

/**
 * The store cannot be read or written: its disk fails, or what is on it is not what was written. A
 * node must not go on after it.
 */
public final class StoreException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StoreException(String message) {
    super(message);
  }

  StoreException(String message, Throwable cause) {
    super(message + ": " + cause.getMessage(), cause);
  }
}
