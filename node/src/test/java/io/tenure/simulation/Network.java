package io.tenure.simulation;

import io.tenure.codec.CodecException;
import io.tenure.replication.Batch;
import io.tenure.replication.ForwardedBatch;
import io.tenure.replication.Forwarding;
import io.tenure.replication.Forwarding.Ending;
import io.tenure.replication.Forwarding.Fate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Messages between nodes, as bytes. They are late or lost, and some come twice: the second copy is
 * held up, in the socket of a node that is stopped, and may come long after everybody has forgotten
 * it, to whoever leads by then. What came twice and was refused is not told to its sender, since
 * the other copy may still be taken; a real network does not double what it answers.
 */
final class Network {

  /** Longer than deliveries are remembered. */
  private static final long HELD_UP_MICROS = 12_000_000;

  private static final long TIMEOUT_MICROS = 2_000_000;

  private final Cluster cluster;
  private final World world;

  /** Copies that are held up. */
  private final List<byte[]> heldUp = new ArrayList<>();

  Network(Cluster cluster) {
    this.cluster = cluster;
    world = cluster.world;
  }

  /** How long a message is under way: it is quick, or held up for a while. */
  static long latency(World world) {
    return world.badLuck(10) ? world.chance.micros(600_000) : 100 + world.chance.below(5_000);
  }

  /** A message whose sender waits; what it learns first counts. */
  private final class Sending {
    private final SimProcess from;
    private final Batch batch;
    private final boolean doubled = world.badLuck(12);
    private boolean isOver;

    Sending(SimProcess from, Batch batch) {
      this.from = from;
      this.batch = batch;
    }

    private void end(SimProcess.Input input) {
      if (!isOver) {
        isOver = true;
        from.tell(
            (member, nanos) -> {
              input.happened(member, nanos);
              from.order.ended(batch);
            });
      }
    }

    private void replied(byte[] reply) {
      List<Ending> endings = Forwarding.decodeEndings(reply, batch.submissions().size());
      boolean allApplied = endings.stream().allMatch(each -> each.fate() == Fate.APPLIED);
      if (allApplied || !doubled) {
        end((member, nanos) -> member.replied(batch, endings, nanos));
      }
    }

    private void timeOut() {
      end((member, nanos) -> member.unanswered(batch, "the leader did not answer", nanos));
    }

    private void notSent() {
      end((member, nanos) -> member.notSent(batch, nanos));
    }
  }

  void send(SimProcess from, Batch batch, SimNode to, byte[] items) {
    Sending sending = new Sending(from, batch);
    boolean refused = !to.isUp() || (!canTalk(from.node, to) && world.chance.oneIn(2));
    if (refused || world.badLuck(30)) {
      from.later(latency(world), sending::notSent);
      return;
    }
    from.later(TIMEOUT_MICROS + world.chance.micros(TIMEOUT_MICROS), sending::timeOut);
    if (sending.doubled) {
      hold(items);
    }
    if (!world.badLuck(20)) {
      transmit(from.node, to.process(), () -> receive(to.process(), items, reply(sending, to)));
    }
  }

  static boolean canTalk(SimNode one, SimNode other) {
    return one == other || !(one.isolated || other.isolated);
  }

  /** Brings something to a process, if it is still there and can be reached by then. */
  void transmit(SimNode from, SimProcess to, Runnable arrival) {
    world.agenda.in(
        latency(world),
        () -> {
          if (canTalk(from, to.node)) {
            to.later(0, arrival);
          }
        });
  }

  private Consumer<byte[]> reply(Sending sending, SimNode by) {
    return reply -> {
      if (!world.badLuck(20)) {
        transmit(by, sending.from, () -> sending.replied(reply));
      }
    };
  }

  /** Brings a message to a node, whoever sent it. One that cannot be read is not answered. */
  void receive(SimProcess to, byte[] items, Consumer<byte[]> reply) {
    ForwardedBatch batch;
    try {
      batch =
          ForwardedBatch.read(items, endings -> reply.accept(Forwarding.encodeEndings(endings)));
    } catch (CodecException unreadable) {
      world.note("node %d cannot read a message", to.node.id);
      return;
    }
    to.tell((member, nanos) -> member.forwarded(batch, nanos));
  }

  private void hold(byte[] items) {
    world.checker.calls.doubled(items);
    heldUp.add(items);
    long soon = world.chance.micros(1_000_000);
    long late = HELD_UP_MICROS + world.chance.micros(HELD_UP_MICROS);
    world.agenda.in(world.chance.oneIn(3) ? soon : late, () -> release(items));
  }

  private void release(byte[] items) {
    List<SimNode> leaders = cluster.leaders();
    if (heldUp.remove(items) && !leaders.isEmpty()) {
      receive(world.chance.pick(leaders).process(), items, reply -> {});
    }
  }

  /** Every copy that is held up arrives. */
  void releaseAll() {
    List.copyOf(heldUp).forEach(this::release);
  }
}
