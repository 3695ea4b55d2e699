package io.tenure.client.runner;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A {@link RunnerLock} of the Locket API: the same call takes and renews it, so it is made again
 * and again. It is lost when another owner has it, when a renewal turns out to be a new grant, or
 * when the ttl has passed by either clock of this machine since the last call that worked was
 * begun; a call that fails for the moment does not count.
 */
public final class LocketLock implements RunnerLock {

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(3);

  private final LocketCalls calls;
  private final LockedKey key;
  private final RunnerTiming timing;
  private final ScheduledExecutorService worker = daemon("tenure-locket");
  private final ScheduledExecutorService guard = daemon("tenure-locket-guard");

  private final Object monitor = new Object();
  private boolean held;
  private boolean closed;
  private long round;
  private long heldToken;
  private long endNanos;
  private long endMillis;

  /** The calls stay their owner's to close. */
  public LocketLock(LocketCalls calls, LockedKey key, RunnerTiming timing) {
    this.calls = calls;
    this.key = key;
    this.timing = timing;
  }

  @Override
  public void seek(Watcher watcher) {
    synchronized (monitor) {
      if (closed) {
        return;
      }
      round++;
      long mine = round;
      worker.execute(() -> attempt(watcher, mine));
    }
  }

  @Override
  public void close() {
    boolean mine;
    synchronized (monitor) {
      mine = !closed;
      closed = true;
    }
    worker.shutdownNow();
    guard.shutdownNow();
    if (mine) {
      giveBack();
    }
  }

  private void giveBack() {
    try {
      worker.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
      calls.release(key, CLOSE_LIMIT);
    } catch (LocketException notOurs) {
      return; // another has it, nobody has it, or it expires
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void attempt(Watcher watcher, long mine) {
    long nanos = System.nanoTime();
    long millis = System.currentTimeMillis();
    try {
      long token = calls.lock(key, timing.ttl(), timing.callLimit());
      confirmed(watcher, mine, token, new Begin(nanos, millis));
    } catch (LocketException failure) {
      failed(watcher, mine, failure);
    }
    synchronized (monitor) {
      if (!closed && round == mine) {
        long spent = System.nanoTime() - nanos;
        long pause = Math.max(0, timing.retry().toNanos() - spent);
        worker.schedule(() -> attempt(watcher, mine), pause, TimeUnit.NANOSECONDS);
      }
    }
  }

  /** When a call was begun, on both clocks. */
  private record Begin(long nanos, long millis) {}

  private void confirmed(Watcher watcher, long mine, long token, Begin begin) {
    synchronized (monitor) {
      if (closed || round != mine) {
        return;
      }
      if (held && token != heldToken) {
        lose(watcher, "it was lost and taken anew, with the fencing token " + token);
        return;
      }
      endNanos = begin.nanos() + timing.ttl().toNanos();
      endMillis = begin.millis() + timing.ttl().toMillis();
      if (!held) {
        held = true;
        heldToken = token;
        watcher.acquired(token);
        watchOver(watcher, mine);
      }
    }
  }

  private void failed(Watcher watcher, long mine, LocketException failure) {
    synchronized (monitor) {
      if (closed || round != mine) {
        return;
      }
      if (!held) {
        watcher.notYet(String.valueOf(failure.getMessage()));
      } else if (!failure.isPassing()) {
        lose(watcher, String.valueOf(failure.getMessage()));
      }
    }
  }

  /** Looks at the clocks, not at the network. */
  private void watchOver(Watcher watcher, long mine) {
    synchronized (monitor) {
      if (closed || round != mine || !held) {
        return;
      }
      long left =
          Math.min(
              endNanos - System.nanoTime(),
              TimeUnit.MILLISECONDS.toNanos(endMillis - System.currentTimeMillis()));
      if (left <= 0) {
        lose(watcher, "it was not renewed within its ttl");
      } else {
        long look = Math.min(left, TimeUnit.MILLISECONDS.toNanos(200));
        guard.schedule(() -> watchOver(watcher, mine), look, TimeUnit.NANOSECONDS);
      }
    }
  }

  private void lose(Watcher watcher, String reason) {
    held = false;
    round++;
    watcher.lost(reason);
  }

  private static ScheduledExecutorService daemon(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
