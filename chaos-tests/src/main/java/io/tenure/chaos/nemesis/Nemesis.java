package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.history.FaultSpan;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Lets a {@link Schedule} happen to a cluster. However it ends, all faults are healed then, dead
 * nodes run again, and the cluster has a leader that all nodes follow. To be run once.
 */
public final class Nemesis {

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Cluster cluster;
  private final Schedule schedule;
  private final LongSupplier clock;
  private final Consumer<String> progress;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final List<FaultSpan> happened = new ArrayList<>();
  private final List<Active> active = new ArrayList<>();
  private final Endings endings;
  private long origin;

  /**
   * Does nothing yet.
   *
   * @param clock nanoseconds, of the same clock as the history
   * @param progress told one line for every begin and heal
   */
  public Nemesis(
      Cluster cluster, Schedule schedule, LongSupplier clock, Consumer<String> progress) {
    this.cluster = cluster;
    this.schedule = schedule;
    this.clock = clock;
    this.progress = progress;
    this.endings = new Endings(cluster);
  }

  /**
   * Runs the whole schedule, or until {@link #stop}, then heals.
   *
   * @return the faults that really happened, in the order of their begin
   * @throws IllegalStateException if the cluster does not find a leader afterwards
   */
  public List<FaultSpan> run() {
    origin = System.nanoTime();
    try {
      for (Schedule.Step step : schedule.steps()) {
        if (isStoppedBefore(step)) {
          break;
        }
        look("no fault");
        begin(step);
      }
      endUntil(Long.MAX_VALUE);
      look("no fault");
    } finally {
      healAll();
    }
    cluster.awaitLeader(PATIENCE);
    happened.sort(Comparator.comparingLong(FaultSpan::beginNanos));
    return List.copyOf(happened);
  }

  /** Ends it early, from another thread; {@link #run} still heals. */
  public void stop() {
    stopped.countDown();
  }

  /** Nodes that ended by themselves so far, with what was going on: a fault may explain it. */
  public List<String> endings() {
    return endings.seen();
  }

  /** Waits for its time; what is not to overlap with it ends first. */
  private boolean isStoppedBefore(Schedule.Step step) {
    long start = origin + step.start().toNanos();
    endUntil(step.overlaps() ? start : Long.MAX_VALUE);
    return isStoppedBefore(start);
  }

  private void begin(Schedule.Step step) {
    if (active.isEmpty()) {
      cluster.startNodes();
    }
    String name = step.fault().name();
    try {
      Injection injection = step.fault().begin(cluster, step.choice());
      long until = System.nanoTime() + step.length().toNanos();
      active.forEach(Active::overlap);
      active.add(new Active(step, injection, clock.getAsLong(), until, !active.isEmpty()));
      say(name + " begins: " + injection.target() + " (" + injection.detail() + ")");
    } catch (IllegalStateException | UncheckedIOException impossible) {
      say(name + " did not happen: " + impossible.getMessage());
      active.forEach(Active::overlap);
      healAll();
    }
  }

  /** Lets those end whose time is over by then, at their times. */
  private void endUntil(long nanoTime) {
    while (!active.isEmpty()) {
      Active next = Collections.min(active, Comparator.comparingLong(each -> each.until));
      if (nanoTime != Long.MAX_VALUE && next.until - nanoTime > 0) {
        return;
      }
      isStoppedBefore(next.until);
      look(next.step.fault().name());
      heal(next);
    }
  }

  private void heal(Active fault) {
    active.remove(fault);
    try {
      fault.injection.heal();
      if (active.isEmpty()) {
        cluster.startNodes();
      }
    } finally {
      happened.add(fault.span(clock.getAsLong()));
    }
    say(fault.step.fault().name() + " healed");
  }

  /** A fault that lasts. */
  private static final class Active {

    private final Schedule.Step step;
    private final Injection injection;
    private final long begin;
    private final long until;
    private boolean overlapped;

    Active(Schedule.Step step, Injection injection, long begin, long until, boolean overlapped) {
      this.step = step;
      this.injection = injection;
      this.begin = begin;
      this.until = until;
      this.overlapped = overlapped;
    }

    void overlap() {
      overlapped = true;
    }

    /** What each fault leaves is not what two of them leave together, so nothing is said then. */
    FaultSpan span(long end) {
      String name = step.fault().name();
      return overlapped
          ? new FaultSpan(name, injection.target(), begin, end, injection.detail())
          : new FaultSpan(
              name,
              injection.target(),
              begin,
              end,
              injection.detail(),
              injection.cutOff(),
              injection.quorum(),
              injection.isUnnoticed());
    }
  }

  /** Whatever may be wrong, also what a fault that failed half way has left. */
  private void healAll() {
    if (cluster.lacks(Capability.NFT).isEmpty()) {
      cluster.network().heal();
    }
    for (NodeProcess node : cluster.nodes()) {
      Healing.heal(cluster, node);
    }
    cluster.startNodes();
  }

  private void look(String during) {
    endings.look(during).forEach(this::say);
  }

  private boolean isStoppedBefore(long nanoTime) {
    try {
      long left = nanoTime - System.nanoTime();
      return stopped.await(Math.max(left, 0), TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private void say(String line) {
    progress.accept(String.format(Locale.ROOT, "%7.1f s  %s", clock.getAsLong() / 1e9, line));
  }
}
