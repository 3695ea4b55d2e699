package io.tenure.simulation;

import static io.tenure.replication.PauseGuard.BEAT_NANOS;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.LeaseTable;
import io.tenure.replication.ClusterClock;
import io.tenure.replication.LeaderTime;
import io.tenure.replication.TickRule;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Drives the product's own rules of time as the threads of one node do: its ticker looks and beats,
 * its proposer stamps. It also counts, for the checker, how long the node has really run.
 */
final class NodeTime {

  /** A time to put into an entry, and how it came about. */
  record Stamp(ClusterTime time, Stamping how) {}

  private final SimClock clock;
  private final Parts parts;
  private final TimeRules rules;

  private LeaderTime time;
  private long nextLookNanos;
  private long lastLookNanos;
  private ClusterTime awaited = ClusterTime.NEVER;
  private long appliedNanos;
  private boolean tickUnderWay;
  private long tickEndsNanos;

  private long runningMicros;
  private int pauses;
  private boolean capped;

  /** How long it had run when it was last certain not to have been paused. */
  private long certainMicros;

  private long leftOutMicros;

  NodeTime(SimClock clock, Parts parts, TimeRules rules) {
    this.clock = clock;
    this.parts = parts;
    this.rules = rules;
    time = new LeaderTime(nanos());
    restarted();
  }

  private long nanos() {
    return parts.nanos(clock);
  }

  /** The node's process is a new one, which knows nothing of what the old one stamped. */
  void restarted() {
    time = new LeaderTime(nanos());
    nextLookNanos = nanos();
    lastLookNanos = nanos();
    tickUnderWay = false;
  }

  void ran(long trueMicros) {
    runningMicros += trueMicros;
  }

  void paused() {
    pauses++;
  }

  /** Threads come back at different times after a pause. */
  void resumed(long delayNanos) {
    nextLookNanos = nanos() + delayNanos;
  }

  void startTerm(long term, ClusterTime applied) {
    time.startTerm(term, applied, nanos());
  }

  /** Counts from now on. */
  void ready() {
    runningMicros = 0;
    certainMicros = 0;
    leftOutMicros = 0;
    pauses = 0;
    capped = false;
  }

  /** True time until its ticker means to look again. */
  long microsUntilLook() {
    return clock.trueMicrosUntil(nextLookNanos);
  }

  boolean isLookDue() {
    return nanos() >= nextLookNanos;
  }

  /**
   * What the ticker's thread does when its nap is over. Tells whether a tick is to be proposed.
   *
   * @param state of a leader that is ready; nothing for all others
   * @param delayNanos how much too late it will wake up next time
   */
  boolean look(Optional<LeaseTable> state, long delayNanos) {
    long nanos = nanos();
    time.beat(nanos);
    if (!time.mustAskQuorum(nanos)) {
      certainMicros = runningMicros;
    }
    TickRule.Decision decision =
        state.map(this::decide).orElse(new TickRule.Decision(false, BEAT_NANOS));
    if (decision.tick()) {
      tickUnderWay = true;
      tickEndsNanos = nanos + TickRule.PATIENCE_NANOS;
    }
    lastLookNanos = nanos;
    nextLookNanos = nanos + decision.napNanos() + delayNanos;
    return decision.tick();
  }

  private TickRule.Decision decide(LeaseTable table) {
    long nanos = nanos();
    tickUnderWay &= nanos - tickEndsNanos < 0;
    ClusterTime applied = table.now().cluster();
    awaited = table.nextExpiry();
    ClusterTime before = time.now(applied, lastLookNanos);
    TickRule.Decision decision =
        time.look(
            new TickRule.Situation(
                applied, awaited, table.isTimed(), nanos - appliedNanos, tickUnderWay),
            nanos);
    rules.looked(before, time.now(applied, lastLookNanos));
    return decision;
  }

  /** A batch was applied; the ticker wakes up if that concerns it. */
  void applied(ClusterTime nextExpiry, boolean ticked) {
    appliedNanos = nanos();
    tickUnderWay &= !ticked;
    if (ticked || nextExpiry.isBefore(awaited)) {
      nextLookNanos = nanos();
    }
  }

  /** The tick that was under way will not be applied, or nobody will hear of it. */
  void lostTick() {
    tickUnderWay = false;
  }

  /**
   * What the proposer's thread does before it proposes: it asks a quorum if it must.
   *
   * @param confirmation asks a quorum whether this node leads
   */
  Optional<Stamp> stamp(Replica node, BooleanSupplier confirmation, long trueMicros) {
    long term = node.term;
    ClusterTime applied = node.table().now().cluster();
    if (time.mustAskQuorum(nanos())) {
      time.asksQuorum(nanos());
      if (confirmation.getAsBoolean()) {
        time.confirmed(term, applied, nanos());
        leftOutMicros += runningMicros - certainMicros;
        certainMicros = runningMicros;
      }
    }
    Optional<ClusterTime> given = time.stamp(term, applied, nanos());
    capped |= given.equals(Optional.of(applied.plusMicros(ClusterClock.CAP_MICROS)));
    Stamping how = new Stamping(trueMicros, runningMicros, pauses, leftOutMicros, capped);
    return given.map(stamp -> new Stamp(stamp, how));
  }
}
