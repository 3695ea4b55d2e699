package io.tenure.service;

/** The command may or may not have been applied; only asking for the state will tell. */
public final class UnknownOutcomeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnknownOutcomeException(String message) {
    super(message, null, false, false);
  }
}
