package io.tenure.cli.run;

import io.tenure.cli.exit.ExitCode;
import io.tenure.client.machine.ClaimEvent;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.Loss;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a command while its claim is held. All decisions are made by the thread that calls {@link
 * #run}. It and the watchdog stop the group by the same times, whoever comes first.
 */
final class HeldRun {

  private static final Duration LOOK = Duration.ofMillis(200);
  private static final Duration RELEASE_PATIENCE = Duration.ofSeconds(5);

  private final ClaimHandle claim;
  private final RunTiming timing;
  private final LeaseFiles files;
  private final BlockingQueue<RunEvent> events;
  private final RunMessages messages;

  private Optional<String> lost = Optional.empty();
  private boolean stopping;
  private boolean killed;
  private long killAtNanos;

  HeldRun(
      ClaimHandle claim,
      RunTiming timing,
      LeaseFiles files,
      BlockingQueue<RunEvent> events,
      RunMessages messages) {
    this.claim = claim;
    this.timing = timing;
    this.files = files;
    this.events = events;
    this.messages = messages;
  }

  /** Writes down until when the lease lasts; at first before anything is started. */
  void writeTimes() {
    long now = Uptime.hundredths();
    Duration remaining = claim.remaining();
    files.writeWatch(now, timing.untilEnd(remaining), timing.untilKill(remaining));
    claim.lease().ifPresent(lease -> files.writeDeadline(lease.deadline()));
    killAtNanos = System.nanoTime() + timing.untilKill(remaining).toNanos();
  }

  /**
   * Waits for the end of the command, and stops it in time.
   *
   * @return the command's exit code; {@link ExitCode#LOST} if it was stopped because of the lease
   */
  int run(ProcessGroup running) throws InterruptedException {
    running.exit().thenAccept(code -> events.add(new RunEvent.Exited(code)));
    Optional<Integer> code = Optional.empty();
    while (code.isEmpty()) {
      look(running);
      RunEvent event = events.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
      if (event instanceof RunEvent.Exited exited) {
        code = Optional.of(exited.code());
      } else if (event instanceof RunEvent.Signalled signal) {
        running.signal(signal.name());
      } else if (event instanceof RunEvent.Told told) {
        hear(told.event(), running);
      }
    }
    clearGroup(running);
    if (lost.isEmpty() && files.isOver()) {
      lost = Optional.of("the lease was about to end, and the wrapper did not renew it in time");
      messages.warn("lost", claim.spec().resource() + " is lost: " + lost.get());
    }
    return lost.isPresent() ? ExitCode.LOST : code.get();
  }

  /** Why the command was stopped, if it was. */
  Optional<String> lost() {
    return lost;
  }

  void release() throws InterruptedException {
    if (!claim.isHeld()) {
      return;
    }
    claim.release();
    try {
      claim.ended().get(RELEASE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException unreachable) {
      messages.warn(
          "not-released",
          claim.spec().resource() + " could not be released; it is free when its ttl is over");
    }
  }

  private void hear(ClaimEvent event, ProcessGroup running) {
    if (event instanceof ClaimEvent.Renewed && !stopping) {
      writeTimes();
    } else if (event instanceof ClaimEvent.Lost told) {
      Loss loss = told.loss();
      boolean mayBeKind =
          loss.reason() == Loss.Reason.REVOKED || loss.reason() == Loss.Reason.ENDED;
      long now = System.nanoTime();
      stop(loss.detail(), running);
      killAtNanos = mayBeKind ? Math.min(killAtNanos - now, timing.grace().toNanos()) + now : now;
    }
  }

  private void look(ProcessGroup running) {
    if (!stopping && timing.untilEnd(claim.remaining()).isNegative()) {
      stop("the lease could not be renewed and is about to end", running);
    }
    if (stopping && !killed && System.nanoTime() - killAtNanos >= 0) {
      killed = running.signal("KILL");
    }
  }

  private void stop(String reason, ProcessGroup running) {
    if (lost.isEmpty()) {
      lost = Optional.of(reason);
      stopping = true;
      messages.warn("lost", claim.spec().resource() + " is lost: " + reason);
      running.signal("TERM");
      running.signal("CONT");
    }
  }

  /** What the command has left behind in its group may not outlive the claim either. */
  private void clearGroup(ProcessGroup running) throws InterruptedException {
    if (!running.isAlive()) {
      return;
    }
    long kill = System.nanoTime() + timing.grace().toNanos();
    running.signal("TERM");
    while (running.isAlive()) {
      long now = System.nanoTime();
      if (now - kill >= 0 || now - killAtNanos >= 0) {
        running.signal("KILL");
      }
      TimeUnit.MILLISECONDS.sleep(20);
      if (claim.remaining().isZero() && now - kill > LOOK.toNanos()) {
        return;
      }
    }
  }
}
