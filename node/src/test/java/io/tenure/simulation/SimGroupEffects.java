package io.tenure.simulation;

import io.tenure.replication.GroupEffects;
import io.tenure.replication.HandOver;
import io.tenure.replication.HandOverReply;
import io.tenure.replication.Standing;
import io.tenure.replication.Transfer;
import java.util.function.Consumer;

/** Does what a member wants done about leadership, on the simulated Raft and network. */
final class SimGroupEffects implements GroupEffects {

  private final SimProcess process;
  private final Cluster cluster;
  private final World world;

  SimGroupEffects(SimProcess process, Cluster cluster) {
    this.process = process;
    this.cluster = cluster;
    world = cluster.world;
  }

  @Override
  public void askToHandOver(HandOver.Question question) {
    world.checker.handOvers.isAsked(question);
    cluster.calls.ask(process, cluster.named(question.leader()), new Asked(question));
  }

  /** A request to hand over, as bytes. */
  private final class Asked implements PeerCalls.Question<byte[]> {

    private final HandOver.Question question;

    private final Standing askedIn = process.standing();

    Asked(HandOver.Question question) {
      this.question = question;
    }

    @Override
    public void arrives(SimProcess at, Consumer<byte[]> reply) {
      Transfer transfer = Transfer.to(question.target(), said -> reply.accept(said.encoded()));
      world.checker.handOvers.isFor(transfer, question.request());
      at.tell((member, nanos) -> member.handOvers().askedByPeer(transfer, nanos));
    }

    @Override
    public void answered(byte[] reply) {
      HandOverReply said = HandOverReply.decoded(reply).orElseThrow();
      process.tell(
          (member, nanos) -> {
            member.handOvers().replied(question, said, nanos);
            note(said);
          });
    }

    @Override
    public void notSent() {
      process.tell(
          (member, nanos) -> {
            member.handOvers().notSent(question, nanos);
            note(HandOverReply.NOT_NOW);
          });
    }

    private void note(HandOverReply said) {
      HandOverRules rules = world.checker.handOvers;
      if (said == HandOverReply.BEGUN) {
        rules.isBegun(question.request());
      } else if (said == HandOverReply.NOT_NOW && isCurrent()) {
        rules.isPutOff(question);
      }
    }

    /** Whether nobody else leads by now, who has been asked as well. */
    private boolean isCurrent() {
      return process.standing().equals(askedIn);
    }

    @Override
    public void unanswered() {
      process.tell((member, nanos) -> member.handOvers().unanswered(question, nanos));
    }
  }

  @Override
  public void transfer(Transfer transfer) {
    process.order.requireDrained(process.nanos());
    long micros = world.badLuck(6) ? world.chance.micros(400_000) : 100;
    process.later(micros, () -> attempt(transfer));
  }

  @Override
  public void askLevels(long question) {
    for (SimNode node : cluster.nodes) {
      cluster.calls.ask(process, node, new LevelQuestion(question, node));
    }
  }

  private final class LevelQuestion implements PeerCalls.Question<Integer> {

    private final long number;
    private final SimNode node;

    LevelQuestion(long number, SimNode node) {
      this.number = number;
      this.node = node;
    }

    @Override
    public void arrives(SimProcess at, Consumer<Integer> reply) {
      reply.accept(at.state.known().newest());
    }

    @Override
    public void answered(Integer level) {
      process.tell((member, nanos) -> member.duties().reported(number, node.name(), level));
    }

    @Override
    public void notSent() {}

    @Override
    public void unanswered() {}
  }

  @Override
  public void probe(Standing leader) {
    process.losses.looks();
    SimNode probed = cluster.named(leader.leader().orElseThrow());
    process.later(
        Network.latency(world),
        () -> {
          if (!probed.isUp() && !process.node.isolated) {
            process.losses.gone(leader);
            process.tell((member, nanos) -> member.leaderLoss().gone(leader));
          }
        });
  }

  @Override
  public void standForElection(long term) {
    process.losses.stands(term);
    process.later(
        world.chance.micros(10_000),
        () -> {
          if (process.node.term == term && !process.node.leads()) {
            cluster.earlyElections++;
            cluster.consensus.elect(process.node);
          }
        });
  }

  /** States are compared after every entry here, by the checker. */
  @Override
  public void compareDigests() {}

  private void attempt(Transfer transfer) {
    HandOverReply said = cluster.transfers.begin(process.node, transfer);
    if (said == HandOverReply.BEGUN) {
      world.checker.handOvers.begun(process, transfer);
    }
    process.tell((member, nanos) -> member.handOvers().transferred(transfer, said, nanos));
  }
}
