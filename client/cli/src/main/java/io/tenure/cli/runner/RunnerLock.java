package io.tenure.cli.runner;

/**
 * A lock as runners see it. It tries to get the lock, keeps it, and tells its watcher. Its watcher
 * is called by one thread at a time.
 */
public interface RunnerLock extends AutoCloseable {

  /** Told what becomes of the lock; it must not block. */
  interface Watcher {

    /** It is held now, under this fencing token. */
    void acquired(long fencingToken);

    /** Not now; it is tried again. */
    void notYet(String reason);

    /** Not with these credentials; it is tried again, since they may be let in later. */
    default void notAllowed(String reason) {
      notYet(reason);
    }

    /** It was held and may not be any more. Nothing is tried again until {@link #seek}. */
    void lost(String reason);
  }

  /** Begins to try; again after it was lost. */
  void seek(Watcher watcher);

  /** Gives it back, or gives up; tells nothing more. Waits a moment until the cluster knows. */
  @Override
  void close();
}
