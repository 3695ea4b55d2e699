package io.tenure.chaos;

import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.cluster.Cluster;
import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Recorder;
import io.tenure.chaos.nemesis.Nemesis;
import io.tenure.chaos.nemesis.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * The time in which clients work and things go wrong: lets the schedule happen, and says how it
 * goes. Ctrl-C ends it early.
 */
final class FaultyTime {

  private static final long PROGRESS_MILLIS = 5_000;
  private static final long POLL_MILLIS = 100;
  private static final Duration WARM_UP = Duration.ofSeconds(30);
  private static final int LONGER = 10;

  private final Recorder recorder;
  private final ChaosScreen screen;
  private final Nemesis nemesis;
  private final StopRequest stop;
  private volatile String now = "quiet";
  private List<FaultSpan> faults = List.of();
  private List<Verdict> verdicts = List.of();

  FaultyTime(
      Cluster cluster, Schedule schedule, Recorder recorder, ChaosScreen screen, StopRequest stop) {
    this.stop = stop;
    this.recorder = recorder;
    this.screen = screen;
    this.nemesis = new Nemesis(cluster, schedule, recorder.clock()::nanos, this::tell);
  }

  private void tell(String line) {
    now = line.substring(Math.max(0, line.indexOf(" s  "))).trim().replaceFirst("^s +", "");
    screen.line(line);
  }

  /** Lets the clients work until it is sure that they can; what is slow at first is no fault. */
  void warmUp(int operations) {
    long end = System.nanoTime() + WARM_UP.toNanos();
    while (!stop.isAsked() && answered() < operations && System.nanoTime() - end < 0) {
      stop.await(POLL_MILLIS);
    }
  }

  /** Returns when all is over and healed. */
  void pass(Duration length, int operations) {
    stop.onAsk(
        () -> {
          screen.line("Stopping: faults are healed, and the report is written.");
          nemesis.stop();
        });
    long begin = System.nanoTime();
    long end = begin + length.toNanos();
    long latest = begin + LONGER * length.toNanos();
    CompletableFuture<List<FaultSpan>> running = new CompletableFuture<>();
    Thread thread = new Thread(() -> complete(running), "nemesis");
    thread.start();
    while (!stop.isAsked()
        && (System.nanoTime() - end < 0
            || (answered() < operations && System.nanoTime() - latest < 0))) {
      long left = (end - System.nanoTime()) / 1_000_000;
      stop.await(left > 0 ? Math.min(PROGRESS_MILLIS, left + 1) : PROGRESS_MILLIS / 5);
      screen.progress(recorder.counts(), now);
    }
    nemesis.stop();
    try {
      faults = running.join();
    } catch (CompletionException failure) {
      String reason = String.valueOf(failure.getCause());
      verdicts = List.of(ChaosRun.failed("recovery", "the cluster did not recover: " + reason));
    }
  }

  @SuppressWarnings("checkstyle:IllegalCatch") // whatever it is, it is what the run came to
  private void complete(CompletableFuture<List<FaultSpan>> running) {
    try {
      running.complete(nemesis.run());
    } catch (RuntimeException | Error failure) {
      running.completeExceptionally(failure);
    }
  }

  private long answered() {
    return recorder.counts().getOrDefault(Phase.OK, 0L);
  }

  List<FaultSpan> faults() {
    return faults;
  }

  /** What broke already while it ran. */
  List<Verdict> verdicts() {
    return verdicts;
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    nemesis.endings().forEach(line -> notes.add("a node ended by itself: " + line));
    if (stop.isAsked()) {
      notes.add("the run was stopped before its time was over");
    }
    return notes;
  }
}
