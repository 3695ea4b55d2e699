package io.tenure.gateway;

/**
 * Is told of every call once it is answered, for metrics. Called by many threads; must be quick.
 */
@FunctionalInterface
public interface CallObserver {

  /** Sees nothing. */
  CallObserver NONE = (dialect, method, status, nanos, waits) -> {};

  /**
   * One call was answered.
   *
   * @param dialect the name of the dialect that answered it
   * @param method as the client sent it, so of any value
   * @param nanos how long the answer took, from the complete request on
   * @param waits whether the client has asked to be answered only when something happens
   */
  void answered(String dialect, String method, int status, long nanos, boolean waits);
}
