package io.tenure.gateway.locket;

/** Is told of every call, for metrics. Called by many threads; must be quick. */
@FunctionalInterface
public interface LocketObserver {

  /** Sees nothing. */
  LocketObserver NONE = (method, code, nanos) -> {};

  /**
   * A call has come. It will be answered once, also if its client goes away.
   *
   * @param method one of the four that there are
   */
  default void started(String method) {}

  /**
   * A call was answered, or its client does not wait any more.
   *
   * @param method one of the four that there are
   * @param code the name of the status code, such as {@code OK} or {@code ALREADY_EXISTS}
   * @param nanos how long the answer took
   */
  void answered(String method, String code, long nanos);
}
