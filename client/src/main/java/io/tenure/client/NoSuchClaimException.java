package io.tenure.client;

/** There is no such claim, or the cluster has forgotten it (404). */
public final class NoSuchClaimException extends RefusedException {
  private static final long serialVersionUID = 1L;

  NoSuchClaimException(Problem problem) {
    super(problem);
  }
}
