package io.tenure.simulation;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What goes wrong with nodes, and how they recover. */
final class NodeFaults {

  private static final long SOON_MICROS = 1_000_000;

  private final List<Replica> replicas;
  private final Consensus consensus;
  private final Chance chance;
  private final Parts parts;

  /** Who led until a moment ago, and is about to lead again. */
  private @Nullable Replica returning;

  private long replacedAtMicros;
  private long returns;

  NodeFaults(List<Replica> replicas, Consensus consensus, Chance chance, Parts parts) {
    this.replicas = replicas;
    this.consensus = consensus;
    this.chance = chance;
    this.parts = parts;
  }

  /** How often a leader was replaced and led again within a second. */
  long returns() {
    return returns;
  }

  /** Leadership is handed over, and soon after back to who had it. */
  void swing(long trueMicros) {
    Replica former = returning;
    if (former == null) {
      replaceLeader(trueMicros);
    } else if (chance.oneIn(5) && consensus.elect(former)) {
      returns += trueMicros - replacedAtMicros < SOON_MICROS ? 1 : 0;
      returning = null;
    } else if (chance.oneIn(30)) {
      returning = null;
    }
  }

  private void replaceLeader(long trueMicros) {
    Replica next = chance.pick(replicas);
    Optional<Replica> leader =
        replicas.stream().filter(each -> each != next && each.isReady()).findFirst();
    if (leader.isPresent() && chance.oneIn(25) && consensus.elect(next)) {
      returning = leader.get();
      replacedAtMicros = trueMicros;
    }
  }

  void crashOrRestart(Replica replica) {
    if (replica.up) {
      replica.crash();
    } else {
      replica.restart();
    }
  }

  void pauseOrResume(Replica replica) {
    if (replica.pause != Replica.Pause.NONE) {
      replica.resume(chance.micros(50_000) * 1_000);
    } else if (replica.up) {
      replica.pause(chance.oneIn(2) ? Replica.Pause.STOPPED : Replica.Pause.SUSPENDED);
    }
  }

  void heal(Replica replica) {
    replica.isolated = false;
    if (replica.pause != Replica.Pause.NONE) {
      replica.resume(0);
    }
    if (!replica.up) {
      replica.restart();
    }
  }

  void flush(Replica replica) {
    if (replica.runs()) {
      replica.store.flush();
    }
  }

  void compact(Replica replica) {
    if (replica.runs()) {
      parts.compact(replica, Math.max(0, replica.applied() - chance.below(4)));
    }
  }
}
