package io.tenure.node.raft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.PeerId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Moves leadership from one member to another while both live. Thread-safe. */
final class HandOver {

  private static final long PATIENCE_MILLIS = 3_000;
  private static final long SETTLE_NANOS = 300_000_000;

  /** What came of a request to hand over; its place in this list is its byte on the wire. */
  private enum Outcome {
    REFUSED,
    BEGUN,
    NOT_THE_LEADER;

    byte[] encoded() {
      return new byte[] {(byte) ordinal()};
    }

    /** No answer is like one of a member that leads no more: somebody else may lead by now. */
    static Outcome decoded(byte @Nullable [] reply) {
      return reply != null && reply.length == 1 && reply[0] >= 0 && reply[0] < values().length
          ? values()[reply[0]]
          : NOT_THE_LEADER;
    }
  }

  private final Supplier<Node> node;
  private final Leadership leadership;
  private final Proposer proposer;
  private final Peers peers;
  private final Executor workers;

  HandOver(
      Supplier<Node> node,
      Leadership leadership,
      Proposer proposer,
      Peers peers,
      Executor workers) {
    this.node = node;
    this.leadership = leadership;
    this.proposer = proposer;
    this.peers = peers;
    this.workers = workers;
  }

  /** Tells whether the member leads in the end; false if it could not be had in time. */
  CompletableFuture<Boolean> to(PeerId member) {
    CompletableFuture<Boolean> reached =
        leadership
            .await(standing -> standing.leader().equals(Optional.of(member)))
            .completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    attempt(member, reached);
    return reached;
  }

  private void attempt(PeerId member, CompletableFuture<Boolean> reached) {
    Leadership.Standing seen = leadership.standing();
    Consumer<Outcome> conclusion = outcome -> conclude(outcome, seen, member, reached);
    if (seen.mine()) {
      workers.execute(() -> conclusion.accept(begin(member)));
    } else if (seen.leader().isPresent()) {
      ask(seen.leader().get(), member, conclusion);
    } else {
      conclusion.accept(Outcome.NOT_THE_LEADER);
    }
  }

  private void conclude(
      Outcome outcome,
      Leadership.Standing seen,
      PeerId member,
      CompletableFuture<Boolean> reached) {
    switch (outcome) {
      case BEGUN -> {}
      case REFUSED -> reached.complete(false);
      case NOT_THE_LEADER -> attemptAfter(seen, member, reached);
    }
  }

  /** What this member knew was out of date: it asks again when it knows better. */
  private void attemptAfter(
      Leadership.Standing seen, PeerId member, CompletableFuture<Boolean> reached) {
    CompletableFuture<Boolean> news =
        leadership.await(standing -> standing != seen && standing.leader().isPresent());
    reached.whenComplete((leads, failure) -> news.complete(false));
    news.thenAccept(
        better -> {
          if (better) {
            attempt(member, reached);
          }
        });
  }

  /** Waits until somebody else leads, if this member does and there is somebody else. */
  void toAnybody() {
    if (!leadership.standing().mine() || !hasFollowers()) {
      return;
    }
    CompletableFuture<Boolean> followed =
        leadership.await(standing -> !standing.mine() && standing.leader().isPresent());
    if (begin(PeerId.ANY_PEER) == Outcome.BEGUN) {
      followed.completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join();
    }
  }

  /** Does what another member asked the leader for, and replies whether it could be begun. */
  void begin(byte[] member, Consumer<byte[]> reply) {
    PeerId target = PeerId.parsePeer(new String(member, StandardCharsets.UTF_8));
    workers.execute(
        () -> reply.accept((target == null ? Outcome.REFUSED : begin(target)).encoded()));
  }

  /** A leader that steps down forgets whom to answer, so it answers everybody first. */
  private Outcome begin(PeerId member) {
    proposer.settle(SETTLE_NANOS);
    Status status = node.get().transferLeadershipTo(member);
    proposer.goOn();
    return switch (status.getRaftError()) {
      case SUCCESS -> Outcome.BEGUN;
      case EPERM, EBUSY -> Outcome.NOT_THE_LEADER;
      default -> Outcome.REFUSED;
    };
  }

  private void ask(PeerId leader, PeerId member, Consumer<Outcome> conclusion) {
    byte[] target = member.toString().getBytes(StandardCharsets.UTF_8);
    peers
        .call(leader, new PeerMessage(PeerMessage.Kind.HAND_OVER, target), PATIENCE_MILLIS)
        .whenComplete((reply, failure) -> conclusion.accept(Outcome.decoded(reply)));
  }

  private boolean hasFollowers() {
    try {
      return node.get().listAlivePeers().size() > 1;
    } catch (IllegalStateException leadsNoMore) {
      return false;
    }
  }
}
