package io.tenure.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;

/**
 * One cell of the table: a number of clients doing one workload. The clients start, warm up, are
 * measured for a fixed time, and retire; each phase has a limit.
 */
public final class Cell implements Stage {
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration RETIRE_LIMIT = Duration.ofSeconds(10);
  private static final int MAX_ERRORS = 10_000;

  /** What was measured; times in nanoseconds. */
  public record Measured(Histogram latencies, long nanos, long errors, String firstError) {}

  private final EventLoop loop;
  private final List<Actor> actors = new ArrayList<>();
  private final Histogram latencies = new Histogram(Duration.ofMinutes(2).toNanos(), 3);
  private int waiting;
  private boolean stopping;
  private int living;
  private long errors;
  private String firstError = "";
  private long number;

  public Cell(EventLoop loop) {
    this.loop = loop;
  }

  /** Runs the cell; {@code phase} hears "begin" and "end" of the measured time. */
  public Measured run(Driver driver, Plan plan, Consumer<String> phase) throws IOException {
    driver.newStage();
    for (int i = 0; i < plan.clients(); i++) {
      actors.add(driver.actor(plan.workload(), this, i, i % driver.nodes()));
    }
    living = actors.size();
    try {
      actors.forEach(Actor::start);
      if (!loop.runUntil(() -> waiting + lost() == actors.size(), after(START_LIMIT))) {
        throw new IOException(waiting + " of " + actors.size() + " clients started in time");
      }
      actors.forEach(Actor::operate);
      loop.runUntil(this::hopeless, after(plan.warmUp()));
      reset();
      phase.accept("begin");
      long begin = System.nanoTime();
      loop.runUntil(this::hopeless, begin + plan.time().toNanos());
      long nanos = System.nanoTime() - begin;
      phase.accept("end");
      Measured measured = new Measured(latencies.copy(), nanos, errors, firstError);
      stopping = true;
      loop.runUntil(() -> living == 0, after(RETIRE_LIMIT));
      return measured;
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
    latencies.recordValue(System.nanoTime() - startedNanos);
  }

  @Override
  public void next(Actor actor) {
    if (stopping) {
      actor.retire();
    } else {
      actor.operate();
    }
  }

  @Override
  public void failed(Actor actor, String why) {
    note(why);
    if (errors < MAX_ERRORS) {
      next(actor);
    } else {
      lost(actor, why);
    }
  }

  @Override
  public void lost(Actor actor, String why) {
    if (!stopping) {
      note(why);
    }
    living--;
  }

  @Override
  public void retired(Actor actor) {
    living--;
  }

  @Override
  public long nextNumber() {
    return number++;
  }

  private int lost() {
    return actors.size() - living;
  }

  private boolean hopeless() {
    return living == 0;
  }

  private void note(String why) {
    if (errors++ == 0) {
      firstError = why;
    }
  }

  /** Forgets what the warm-up brought, but not its errors when they left nobody alive. */
  private void reset() throws IOException {
    if (living == 0) {
      throw new IOException("no client is left: " + firstError);
    }
    latencies.reset();
    errors = lost();
  }

  private static long after(Duration time) {
    return System.nanoTime() + time.toNanos();
  }
}
