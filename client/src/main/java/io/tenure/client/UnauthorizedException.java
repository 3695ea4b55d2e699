package io.tenure.client;

/** The token is missing, wrong, or does not allow this (401, 403). */
public final class UnauthorizedException extends RefusedException {
  private static final long serialVersionUID = 1L;

  UnauthorizedException(Problem problem) {
    super(problem);
  }
}
