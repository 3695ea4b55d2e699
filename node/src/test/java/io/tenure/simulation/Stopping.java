package io.tenure.simulation;

import io.tenure.replication.HandOver;
import java.util.Optional;

/**
 * A node that stops in an orderly way, as the product does: it hands over, refuses what comes,
 * leaves Raft, ends what is left, and is gone when everybody has been answered.
 */
final class Stopping {

  private static final long LONGEST_MICROS = 300_000;

  /** The way of the last answers, of those from the archive too. */
  private static final long ANSWERS_MICROS = 3 * SimProcess.ANSWER_MICROS;

  private final SimNode node;
  private final SimProcess process;
  private final World world;

  private Stopping(SimNode node, World world) {
    this.node = node;
    process = node.process();
    this.world = world;
  }

  /** Tells a node to stop that runs and was not told so before; returns its hand-over. */
  static HandOver begin(SimNode node, World world) {
    world.note("node %d is told to stop", node.id);
    node.process().stops();
    Stopping stopping = new Stopping(node, world);
    HandOverRules.Move move =
        world.checker.handOvers.ask(stopping.process, Optional.empty(), world.checker);
    move.request.outcome().thenRun(() -> stopping.process.later(0, stopping::close));
    return move.request;
  }

  private void close() {
    process.tell((member, nanos) -> member.close(nanos));
    process.later(world.chance.micros(LONGEST_MICROS), this::leave);
  }

  private void leave() {
    node.leave();
    process.later(world.chance.micros(LONGEST_MICROS), this::abandon);
  }

  private void abandon() {
    process.closePorts();
    process.tell((member, nanos) -> member.abandon(nanos));
    process.later(ANSWERS_MICROS, this::end);
  }

  private void end() {
    world.checker.calls.requireAllEnded(process);
    world.note("node %d has stopped", node.id);
    node.stop();
    if (world.allIsWell) {
      node.restart();
    }
  }
}
