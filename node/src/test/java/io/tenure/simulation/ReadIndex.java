package io.tenure.simulation;

import io.tenure.kernel.Archive;
import io.tenure.kernel.StateView;
import io.tenure.replication.ArchiveNeededException;
import io.tenure.replication.InMemory;
import io.tenure.replication.Read;
import io.tenure.replication.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A process's questions how far the log is committed. One is answered when a quorum has said so and
 * the process's own state has come that far; the answer may be lost, or come late.
 */
final class ReadIndex {

  static final long LONGEST_MICROS = 1_000_000;

  private static final Archive IN_MEMORY = new InMemory();

  private static final class Asked {
    private final Round round;
    private boolean isOver;
    private long index = Long.MAX_VALUE;

    Asked(Round round) {
      this.round = round;
    }
  }

  private final SimProcess process;
  private final Cluster cluster;
  private final World world;
  private @Nullable Asked underWay;

  ReadIndex(SimProcess process, Cluster cluster) {
    this.process = process;
    this.cluster = cluster;
    world = cluster.world;
  }

  void start(Round round) {
    Asked asked = new Asked(round);
    underWay = asked;
    process.later(Network.latency(world), () -> ask(asked));
    process.later(LONGEST_MICROS, () -> fail(asked));
  }

  private void ask(Asked asked) {
    OptionalLong index = cluster.consensus.readIndex(process.node);
    if (world.badLuck(15)) {
      return;
    }
    process.later(
        Network.latency(world),
        () -> {
          if (index.isEmpty()) {
            fail(asked);
          } else {
            asked.index = index.getAsLong();
            hasApplied();
          }
        });
  }

  void abandon(Round round) {
    if (underWay != null && underWay.round == round) {
      fail(underWay);
    }
  }

  private void fail(Asked asked) {
    if (!asked.isOver) {
      asked.isOver = true;
      process.tell((member, nanos) -> member.roundEnded(asked.round, false, nanos));
    }
  }

  /** The state may have come far enough. */
  void hasApplied() {
    Asked asked = underWay;
    if (asked != null && !asked.isOver && process.node.applied() >= asked.index) {
      asked.isOver = true;
      answer(asked.round);
      process.tell((member, nanos) -> member.roundEnded(asked.round, true, nanos));
    }
  }

  private void answer(Round round) {
    process.age.reached(round.beganNanos());
    StateView memory = process.state.view(IN_MEMORY, 0, process.nanos());
    List<Read<?>> rest = new ArrayList<>();
    for (Read<?> read : round.reads()) {
      try {
        process.answer(read.caller(), read.ask(memory));
      } catch (ArchiveNeededException notInMemory) {
        rest.add(read);
      }
    }
    if (!rest.isEmpty()) {
      process.later(world.chance.micros(SimProcess.ANSWER_MICROS), () -> answerFromArchive(rest));
    }
    world.checker.waits.looked(process, round.beganNanos());
  }

  private void answerFromArchive(List<Read<?>> reads) {
    StateView all = process.state.view(process.node.store, 0, process.nanos());
    reads.forEach(read -> process.answer(read.caller(), read.ask(all)));
    process.drive();
  }
}
