package io.tenure.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Acquires a given number of leases that nobody releases, with many clients at once. */
public final class Fill implements Stage {
  private static final Duration LIMIT = Duration.ofMinutes(30);
  private static final int MAX_ERRORS = 1_000;

  private final EventLoop loop;
  private final long wanted;
  private final LongConsumer progress;
  private final List<Actor> actors = new ArrayList<>();
  private long started;
  private long held;
  private long errors;
  private String firstError = "";
  private int waiting;

  public Fill(EventLoop loop, long wanted, LongConsumer progress) {
    this.loop = loop;
    this.wanted = wanted;
    this.progress = progress;
  }

  /** Returns the nanoseconds that it took. The connections are closed, the leases live on. */
  public long run(Driver driver, int clients) throws IOException {
    driver.newStage();
    for (int i = 0; i < clients; i++) {
      actors.add(driver.actor(LoadKind.HOLD, this, i, i % driver.nodes()));
    }
    try {
      actors.forEach(Actor::start);
      loop.runUntil(() -> waiting == clients || hopeless(), System.nanoTime() + LIMIT.toNanos());
      long begin = System.nanoTime();
      actors.forEach(this::next);
      boolean done = loop.runUntil(() -> held >= wanted || hopeless(), begin + LIMIT.toNanos());
      if (!done || hopeless()) {
        throw new IOException(held + " of " + wanted + " acquired, then " + firstError);
      }
      return System.nanoTime() - begin;
    } finally {
      actors.forEach(Actor::close);
    }
  }

  @Override
  public void ready(Actor actor) {
    waiting++;
  }

  @Override
  public void record(long startedNanos) {
    held++;
    if (held % 50_000 == 0) {
      progress.accept(held);
    }
  }

  @Override
  public void next(Actor actor) {
    if (started < wanted) {
      started++;
      actor.operate();
    }
  }

  @Override
  public void failed(Actor actor, String why) {
    note(why);
    actor.operate();
  }

  @Override
  public void lost(Actor actor, String why) {
    note(why);
    errors = MAX_ERRORS;
  }

  @Override
  public void retired(Actor actor) {
    note("a client retired");
  }

  @Override
  public long nextNumber() {
    return number++;
  }

  private long number;

  private boolean hopeless() {
    return errors >= MAX_ERRORS;
  }

  private void note(String why) {
    if (errors++ == 0) {
      firstError = why;
    }
  }
}
