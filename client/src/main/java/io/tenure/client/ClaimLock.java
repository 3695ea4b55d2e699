package io.tenure.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A resource as a {@link Lock}. The threads of this process queue here, first come, first served,
 * and the first of them queues in the cluster. It belongs to a thread, which may take it several
 * times and has to give it back as often.
 */
final class ClaimLock implements Lock {

  /** Those that are taken, so that nobody forgets them meanwhile. */
  private static final Set<ClaimLock> TAKEN = ConcurrentHashMap.newKeySet();

  private final LockManager manager;
  private final ClaimOptions options;
  private final ReentrantLock threads = new ReentrantLock(true);
  private @Nullable Claim claim; // guarded by threads

  ClaimLock(LockManager manager, String resource) {
    this.manager = manager;
    this.options = ClaimOptions.of(resource);
  }

  @Override
  public void lock() {
    threads.lock();
    take(() -> manager.claimUninterruptibly(options));
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    threads.lockInterruptibly();
    take(() -> manager.claim(options));
  }

  @Override
  public boolean tryLock() {
    if (!threads.tryLock()) {
      return false;
    }
    try {
      take(() -> manager.claimUninterruptibly(options.withTimeout(Duration.ZERO)));
      return true;
    } catch (ClaimTimeoutException held) {
      return false;
    }
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    long end = System.nanoTime() + unit.toNanos(time);
    if (!threads.tryLock(time, unit)) {
      return false;
    }
    Duration left = Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    try {
      take(() -> manager.claim(options.withTimeout(left)));
      return true;
    } catch (ClaimTimeoutException held) {
      return false;
    }
  }

  /**
   * Gives it back.
   *
   * @throws IllegalMonitorStateException if another thread has it, or none
   * @throws ClaimLostException if it was lost meanwhile; it is given back all the same
   */
  @Override
  public void unlock() {
    if (!threads.isHeldByCurrentThread()) {
      throw new IllegalMonitorStateException(options.resource() + " is not locked by this thread");
    }
    Claim held = claim;
    boolean last = threads.getHoldCount() == 1;
    try {
      if (last && held != null) {
        claim = null;
        TAKEN.remove(this);
        held.release();
      }
    } finally {
      threads.unlock();
    }
  }

  /** There are none: a holder that waits for a condition would have to give the resource up. */
  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException("a lock of the cluster has no conditions");
  }

  private interface Claiming<E extends Exception> {
    Claim claim() throws E;
  }

  /** This thread has the local lock; it keeps it only if the resource is held. */
  private <E extends Exception> void take(Claiming<E> claiming) throws E {
    boolean taken = false;
    try {
      Claim held = claim;
      if (held == null) {
        claim = claiming.claim();
        TAKEN.add(this);
      } else if (!held.isHeld()) {
        throw held.loss()
            .map(loss -> new ClaimLostException(options.resource(), loss))
            .orElseThrow(() -> new IllegalStateException("the lock manager was closed"));
      }
      taken = true;
    } finally {
      if (!taken) {
        threads.unlock();
      }
    }
  }

  @Override
  public String toString() {
    return "Lock[" + options.resource() + "]";
  }
}
