package io.tenure.cli.runner;

import io.tenure.client.machine.BelievedLease;
import io.tenure.client.machine.Clock;
import io.tenure.client.machine.ClockReading;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A {@link RunnerLock} of the Locket API: the same call takes and renews it, so it is made again
 * and again. It is lost when another owner has it, when a renewal turns out to be a new grant, or
 * when the {@link BelievedLease} is over that counts from the begin of the last call that worked; a
 * call that fails for the moment does not count.
 */
public final class LocketLock implements RunnerLock {

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(3);
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final LocketClient calls;
  private final LockedKey key;
  private final RunnerTiming timing;
  private final Clock clock;
  private final ScheduledExecutorService worker = daemon("tenure-locket");
  private final ScheduledExecutorService guard = daemon("tenure-locket-guard");

  private final Object monitor = new Object();
  private boolean held;
  private boolean closed;
  private long round;
  private long heldToken;
  private BelievedLease lease;

  /** The calls stay their owner's to close. */
  public LocketLock(LocketClient calls, LockedKey key, RunnerTiming timing) {
    this(calls, key, timing, Clock.SYSTEM);
  }

  LocketLock(LocketClient calls, LockedKey key, RunnerTiming timing, Clock clock) {
    this.calls = calls;
    this.key = key;
    this.timing = timing;
    this.clock = clock;
    this.lease = new BelievedLease(clock.now(), Duration.ZERO);
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
    ClockReading begin = clock.now();
    long nanos = System.nanoTime();
    try {
      long token = calls.lock(key, timing.ttl(), timing.callLimit());
      confirmed(watcher, mine, token, new BelievedLease(begin, LocketClient.granted(timing.ttl())));
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

  private void confirmed(Watcher watcher, long mine, long token, BelievedLease granted) {
    synchronized (monitor) {
      if (closed || round != mine) {
        return;
      }
      if (held && lease.over(clock.now()).isPresent()) {
        loseByTheClock(watcher);
      } else if (held && token != heldToken) {
        lose(watcher, "it was lost and taken anew, with the fencing token " + token);
      } else if (held) {
        lease = granted;
      } else if (granted.over(clock.now()).isEmpty()) {
        lease = granted;
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
      String reason = String.valueOf(failure.getMessage());
      if (held && !failure.isPassing()) {
        lose(watcher, reason);
      } else if (!held && failure.isNotAllowed()) {
        watcher.notAllowed(reason);
      } else if (!held) {
        watcher.notYet(reason);
      }
    }
  }

  /** Looks at the clocks, not at the network. */
  private void watchOver(Watcher watcher, long mine) {
    synchronized (monitor) {
      if (closed || round != mine || !held) {
        return;
      }
      long left = lease.remaining(clock.now()).toNanos();
      if (left <= 0) {
        loseByTheClock(watcher);
      } else {
        long look = Math.min(left, LOOK_NANOS);
        guard.schedule(() -> watchOver(watcher, mine), look, TimeUnit.NANOSECONDS);
      }
    }
  }

  private void loseByTheClock(Watcher watcher) {
    lose(watcher, "it was not renewed within its ttl");
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
