package io.tenure.client;

/** Another claim holds the resource; {@link #holder} says which (409). */
public final class StillHeldException extends RefusedException {
  private static final long serialVersionUID = 1L;

  StillHeldException(Problem problem) {
    super(problem);
  }
}
