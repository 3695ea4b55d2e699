package io.tenure.simulation;

import io.tenure.codec.EntryCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Moment;
import io.tenure.replication.Batch;
import io.tenure.replication.ClientRequest;
import io.tenure.replication.Effects;
import io.tenure.replication.Forwarding;
import io.tenure.replication.Round;
import io.tenure.replication.Submission;
import io.tenure.replication.Wait;
import io.tenure.service.Caller;
import java.util.ArrayList;
import java.util.List;

/** Does what a member wants done, on the simulated log and network. */
final class SimEffects implements Effects {

  private static final long APPEND_MICROS = 100;

  /** An entry that is stamped but not yet in the log. */
  private record Proposal(Batch batch, SimLog.Entry entry) {}

  private final SimProcess process;
  private final SimNode node;
  private final Cluster cluster;
  private final World world;
  private final List<Proposal> proposals = new ArrayList<>();

  SimEffects(SimProcess process, Cluster cluster) {
    this.process = process;
    this.node = process.node;
    this.cluster = cluster;
    world = cluster.world;
  }

  @Override
  public void propose(Batch batch, ClusterTime stamp) {
    handsOut(batch);
    ClusterTime applied = process.state.applied().now();
    Stamping how =
        process.recorder.stamped(stamp, applied, process.nanos(), world.agenda.nowMicros());
    Moment moment = new Moment(stamp, node.clock.wallMicros());
    byte[] data = EntryCodec.encode(moment, batch.requests());
    proposals.add(new Proposal(batch, new SimLog.Entry(batch.to().term(), data, how)));
    boolean slow = world.badLuck(4);
    process.later(slow ? world.chance.micros(100_000) : APPEND_MICROS, this::append);
  }

  /**
   * Puts a proposal into the log, not quite in their order; one of another term is refused, and so
   * is any while the log is busy.
   */
  private void append() {
    Proposal next = proposals.remove(proposals.size() > 1 && world.badLuck(6) ? 1 : 0);
    SimLog.Entry entry = next.entry();
    boolean inTerm = entry.term() == node.term || world.parts.proposesOldStamps();
    if (node.leads() && (node.isTransferring() || world.badLuck(40))) {
      process.failed(next.batch(), true);
    } else if (node.leads() && inTerm) {
      long index = node.log.append(new SimLog.Entry(node.term, entry.data(), entry.stamp()));
      process.proposed(index, next.batch());
    } else {
      process.failed(next.batch(), false);
    }
  }

  @Override
  public void send(Batch batch, String leader, long nanos) {
    boolean urgent = batch.submissions().get(0).isUrgent();
    for (Submission submission : batch.submissions()) {
      if (!(submission instanceof ClientRequest)) {
        throw new AssertionError("node " + node.id + " sends on what it should do itself");
      }
      if (submission.isUrgent() != urgent) {
        throw new AssertionError("node " + node.id + " lets renewals wait for claims");
      }
    }
    handsOut(batch);
    byte[] items = Forwarding.encodeItems(batch.submissions(), nanos);
    cluster.network.send(process, batch, cluster.named(leader), items);
  }

  private void handsOut(Batch batch) {
    process.order.handedOut(batch, process.nanos());
    for (Submission submission : batch.submissions()) {
      if (submission instanceof ClientRequest request) {
        world.checker.calls.sent(request, world.agenda.nowMicros());
      }
    }
  }

  @Override
  public void startRound(Round round) {
    process.rounds.start(round);
  }

  @Override
  public void abandonRound(Round round) {
    process.rounds.abandon(round);
  }

  /** Any member can be asked how far the log is committed, so a follower is told yes as well. */
  @Override
  public void askQuorum(long question) {
    process.later(
        Network.latency(world),
        () -> {
          boolean yes = cluster.consensus.readIndex(node).isPresent();
          if (!world.badLuck(4)) {
            process.later(
                Network.latency(world),
                () -> process.tell((member, nanos) -> member.confirmed(question, yes, nanos)));
          }
        });
  }

  @Override
  public void forget(List<Wait> waits) {
    process.waits.forget(waits);
  }

  @Override
  public void answer(Caller caller, Runnable ending) {
    process.answer(caller, ending);
  }
}
