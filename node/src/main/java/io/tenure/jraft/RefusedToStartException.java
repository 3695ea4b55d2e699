package io.tenure.jraft;

/** The member must not take part, and the message says why and what to do. */
public final class RefusedToStartException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  RefusedToStartException(String message) {
    super(message, null, false, false);
  }
}
