package io.tenure.client;

/** A parameter is wrong, or the claim has ended (400 and the like). */
public final class BadRequestException extends RefusedException {
  private static final long serialVersionUID = 1L;

  BadRequestException(Problem problem) {
    super(problem);
  }
}
