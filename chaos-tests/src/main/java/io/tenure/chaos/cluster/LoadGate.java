package io.tenure.chaos.cluster;

import java.util.concurrent.CountDownLatch;

/**
 * Lets the clients of a cluster through, or holds them back so that the cluster is idle while its
 * leases live on. Thread-safe.
 */
public final class LoadGate {

  private static final long POLL_MILLIS = 20;

  private int closed;

  /** Holds clients back until as many calls of {@link #open}. */
  public synchronized void close() {
    closed++;
  }

  public synchronized void open() {
    closed = Math.max(0, closed - 1);
    notifyAll();
  }

  public synchronized boolean isClosed() {
    return closed > 0;
  }

  /** Waits while it is closed, but not beyond the end of the run. */
  public synchronized void pass(CountDownLatch end) throws InterruptedException {
    while (closed > 0 && end.getCount() > 0) {
      wait(POLL_MILLIS, 0);
    }
  }
}
