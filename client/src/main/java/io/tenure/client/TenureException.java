package io.tenure.client;

/** Something did not work; the message says what, and each way to fail has a class of its own. */
public abstract class TenureException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TenureException(String message) {
    super(message);
  }
}
