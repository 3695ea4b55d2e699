package io.tenure.simulation;

import io.tenure.replication.Standing;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is promised about a leader whose process has ended: its followers look for it in time, one
 * after the other, and only who finds it gone, and still follows it, stands for election.
 */
final class LossRules {

  private static final long STAGGER_NANOS = 150_000_000;

  private final SimProcess process;
  private final CallRules calls;

  /** Somebody has to look; null if not. */
  private @Nullable Call look;

  private long earliestNanos = Long.MAX_VALUE;
  private @Nullable Standing found;

  LossRules(SimProcess process, CallRules calls) {
    this.process = process;
    this.calls = calls;
  }

  /** The process learns that a connection has ended. */
  void closed(String address) {
    Standing now = process.standing();
    if (now.mine() || now.leader().filter(address::equals).isEmpty() || look != null) {
      return;
    }
    earliestNanos = process.nanos() + STAGGER_NANOS * place(Integer.parseInt(address));
    Call due = new Call(process, "the loss of its leader", earliestNanos, 0);
    look = due;
    calls.begins(due);
  }

  private long place(int leader) {
    return IntStream.range(0, process.node.id).filter(each -> each != leader).count();
  }

  void looks() {
    if (look == null || process.nanos() - earliestNanos < 0) {
      throw new AssertionError("node " + process.node.id + " looks for its leader out of turn");
    }
    end();
  }

  /** It was found out that there is no leader any more. */
  void gone(Standing leader) {
    found = leader;
  }

  void stands(long term) {
    if (found == null || !process.standing().equals(found) || found.term() != term) {
      throw new AssertionError("node " + process.node.id + " stands for election for no reason");
    }
  }

  void leaderChanged() {
    found = null;
    end();
  }

  private void end() {
    if (look != null) {
      calls.ends(look);
      look = null;
    }
  }
}
