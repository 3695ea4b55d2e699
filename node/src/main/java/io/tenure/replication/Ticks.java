package io.tenure.replication;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import java.util.Optional;

/** Lets time pass in the log while nobody calls, when the {@link TickRule} says so. */
final class Ticks {

  private static final byte[] TICK = RequestCodec.encode(Request.of(new Command.Tick()));

  private boolean underWay;
  private boolean lookDue;
  private long nextLookNanos;

  /** The expiry that the next look is meant for. */
  private ClusterTime awaited = ClusterTime.NEVER;

  Ticks(long nanos) {
    nextLookNanos = nanos;
  }

  /** When {@link #look} should be called again, if nothing else happens. */
  long nextLookNanos() {
    return nextLookNanos;
  }

  /** Looks at once, the next time. */
  void leaderChanged() {
    lookDue = true;
  }

  /** What a leader should propose now, if anything. */
  Optional<Submission> look(LeaderTime time, Applied applied, long nanos) {
    boolean earlier = applied.nextExpiry().isBefore(awaited);
    if (!lookDue && !earlier && nanos - nextLookNanos < 0) {
      return Optional.empty();
    }
    lookDue = false;
    awaited = applied.nextExpiry();
    TickRule.Decision decision =
        time.look(
            new TickRule.Situation(
                applied.now(),
                applied.nextExpiry(),
                applied.timed(),
                nanos - applied.atNanos(),
                underWay),
            nanos);
    nextLookNanos = nanos + decision.napNanos();
    if (!decision.tick()) {
      return Optional.empty();
    }
    underWay = true;
    return Optional.of(new Tick(nanos + TickRule.PATIENCE_NANOS));
  }

  /** Nobody waits for a tick; only the next one may follow when it is over. */
  private final class Tick extends Submission {

    Tick(long deadlineNanos) {
      super(TICK, true, deadlineNanos);
    }

    @Override
    protected boolean isForAnyLeader() {
      return false;
    }

    @Override
    protected boolean isRepeatable() {
      return false;
    }

    @Override
    protected void onApplied(Result result) {
      underWay = false;
      lookDue = true; // there may be more to end
    }

    @Override
    protected void onRefused(String reason) {
      underWay = false;
    }

    @Override
    protected void onNotLeader() {
      underWay = false;
    }

    @Override
    protected void onUnknown(String reason) {
      underWay = false;
    }
  }
}
