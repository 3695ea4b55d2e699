package io.tenure.chaos.workload;

/**
 * A dialect of locks that are taken at once or not at all, as one client speaks it on one key.
 * Every call is one recorded operation.
 */
interface LockCalls {

  Completed lock(long ttlSeconds);

  /**
   * Makes the lease last for its ttl again.
   *
   * @param token what the last grant or renewal told
   */
  Completed renew(long token, long ttlSeconds);

  Completed release(long token);

  Completed read();

  /** Gives up what is left at the end of a run; that is no part of what is judged. */
  void cleanUp();
}
