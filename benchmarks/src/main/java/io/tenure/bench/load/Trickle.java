package io.tenure.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A steady trickle of writes from clients that know all nodes: each does one acquire+release, rests
 * a little, and goes on; when its node fails it or is silent for too long it turns to the next one.
 */
public final class Trickle {
  private static final Duration REST = Duration.ofMillis(10);
  private static final Duration PATIENCE = Duration.ofMillis(300);
  private static final Duration RECONNECT = Duration.ofMillis(10);

  /** Hears of every success. */
  public interface Successes {
    void success(long startedNanos, long endedNanos);
  }

  private final EventLoop loop;
  private final Driver driver;
  private final Successes successes;
  private long number;

  public Trickle(EventLoop loop, Driver driver, Successes successes) {
    this.loop = loop;
    this.driver = driver;
    this.successes = successes;
  }

  public void run(int clients, BooleanSupplier stop, Duration limit) throws IOException {
    driver.newStage();
    List<Walker> walkers = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      walkers.add(new Walker(i));
    }
    try {
      walkers.forEach(Walker::connect);
      loop.runUntil(stop, System.nanoTime() + limit.toNanos());
    } finally {
      walkers.forEach(Walker::stop);
    }
  }

  /** One client, and the stage of the connection that it uses at present. */
  private final class Walker {
    private int node;
    private @Nullable Attempt attempt;
    private boolean stopped;

    Walker(int index) {
      this.node = index;
    }

    void connect() {
      if (stopped) {
        return;
      }
      Attempt fresh = new Attempt(this);
      attempt = fresh;
      fresh.begin(node % driver.nodes());
    }

    void turnAway(Attempt failed) {
      if (failed == attempt) {
        failed.close();
        attempt = null;
        node++;
        loop.schedule(RECONNECT.toNanos(), this::connect);
      }
    }

    void stop() {
      stopped = true;
      Attempt last = attempt;
      if (last != null) {
        last.close();
      }
    }
  }

  /** One connection of a walker. */
  private final class Attempt implements Stage {
    private final Walker walker;
    private @Nullable Actor actor;
    private long deadlineNanos;
    private boolean closed;

    Attempt(Walker walker) {
      this.walker = walker;
    }

    void begin(int node) {
      // A name of its own for each connection: the one before may have left a lease behind.
      Actor fresh = driver.actor(LoadKind.PAIRS, this, (int) number++, node);
      actor = fresh;
      expectAnswer();
      watch();
      fresh.start();
    }

    void close() {
      closed = true;
      Actor open = actor;
      if (open != null) {
        open.close();
      }
    }

    private void expectAnswer() {
      deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
    }

    private void watch() {
      if (closed) {
        return;
      }
      long left = deadlineNanos - System.nanoTime();
      if (left <= 0) {
        walker.turnAway(this);
      } else {
        loop.schedule(left, this::watch);
      }
    }

    @Override
    public void ready(Actor ready) {
      next(ready);
    }

    @Override
    public void record(long startedNanos) {
      successes.success(startedNanos, System.nanoTime());
    }

    @Override
    public void next(Actor idle) {
      deadlineNanos = System.nanoTime() + REST.toNanos() + PATIENCE.toNanos();
      loop.schedule(
          REST.toNanos(),
          () -> {
            if (!closed) {
              expectAnswer();
              idle.operate();
            }
          });
    }

    @Override
    public void failed(Actor failed, String why) {
      walker.turnAway(this);
    }

    @Override
    public void lost(Actor lost, String why) {
      walker.turnAway(this);
    }

    @Override
    public void retired(Actor retired) {
      walker.turnAway(this);
    }

    @Override
    public long nextNumber() {
      return number++;
    }
  }
}
