package io.tenure.service;

/** The command was surely not applied, and may be tried again. */
public final class UnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnavailableException(String message) {
    super(message, null, false, false);
  }
}
