package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.Capability;
import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.history.FaultSpan;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
  private final Endings endings;

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
    long origin = System.nanoTime();
    try {
      for (Schedule.Step step : schedule.steps()) {
        if (isStoppedBefore(origin + step.start().toNanos())) {
          break;
        }
        look("no fault");
        cluster.startNodes();
        run(step);
      }
      look("no fault");
    } finally {
      healAll();
    }
    cluster.awaitLeader(PATIENCE);
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

  private void run(Schedule.Step step) {
    Optional<Injection> begun = begin(step);
    if (begun.isEmpty()) {
      return;
    }
    Injection injection = begun.get();
    long begin = clock.getAsLong();
    say(step.fault().name() + " begins: " + injection.target() + " (" + injection.detail() + ")");
    try {
      isStoppedBefore(System.nanoTime() + step.length().toNanos());
      look(step.fault().name());
    } finally {
      heal(step, injection, begin);
    }
  }

  private Optional<Injection> begin(Schedule.Step step) {
    try {
      return Optional.of(step.fault().begin(cluster, step.choice()));
    } catch (IllegalStateException | UncheckedIOException impossible) {
      say(step.fault().name() + " did not happen: " + impossible.getMessage());
      healAll();
      return Optional.empty();
    }
  }

  private void heal(Schedule.Step step, Injection injection, long begin) {
    try {
      injection.heal();
      cluster.startNodes();
    } finally {
      happened.add(
          new FaultSpan(
              step.fault().name(),
              injection.target(),
              begin,
              clock.getAsLong(),
              injection.detail(),
              injection.cutOff(),
              injection.quorum()));
    }
    say(step.fault().name() + " healed");
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
