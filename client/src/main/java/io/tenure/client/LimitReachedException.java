package io.tenure.client;

/** The cluster has as many claims as it takes (507). */
public final class LimitReachedException extends RefusedException {
  private static final long serialVersionUID = 1L;

  LimitReachedException(Problem problem) {
    super(problem);
  }
}
