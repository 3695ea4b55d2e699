package io.tenure.node.raft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.entity.PeerId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Moves leadership from one member to another while both live. Thread-safe. */
final class HandOver {

  private static final long PATIENCE_MILLIS = 3_000;
  private static final byte[] BEGUN = {1};
  private static final byte[] REFUSED = {0};

  private static final long SETTLE_NANOS = 300_000_000;

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
    Leadership.Standing standing = leadership.standing();
    if (standing.mine()) {
      workers.execute(() -> refuseUnless(begin(member), reached));
    } else if (standing.leader().isPresent()) {
      ask(standing.leader().get(), member, reached);
    } else {
      reached.complete(false);
    }
    return reached;
  }

  /** Waits until somebody else leads, if this member does and there is somebody else. */
  void toAnybody() {
    if (!leadership.standing().mine() || !hasFollowers()) {
      return;
    }
    CompletableFuture<Boolean> followed =
        leadership.await(standing -> !standing.mine() && standing.leader().isPresent());
    if (begin(PeerId.ANY_PEER)) {
      followed.completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join();
    }
  }

  /** Does what another member asked the leader for, and replies whether it could be begun. */
  void begin(byte[] member, Consumer<byte[]> reply) {
    PeerId target = PeerId.parsePeer(new String(member, StandardCharsets.UTF_8));
    workers.execute(() -> reply.accept(target != null && begin(target) ? BEGUN : REFUSED));
  }

  /** A leader that steps down forgets whom to answer, so it answers everybody first. */
  private boolean begin(PeerId member) {
    proposer.settle(SETTLE_NANOS);
    boolean begun = node.get().transferLeadershipTo(member).isOk();
    proposer.goOn();
    return begun;
  }

  private void ask(PeerId leader, PeerId member, CompletableFuture<Boolean> reached) {
    byte[] target = member.toString().getBytes(StandardCharsets.UTF_8);
    peers
        .call(leader, new PeerMessage(PeerMessage.Kind.HAND_OVER, target), PATIENCE_MILLIS)
        .whenComplete(
            (reply, failure) -> refuseUnless(reply != null && reply[0] == BEGUN[0], reached));
  }

  private static void refuseUnless(boolean begun, CompletableFuture<Boolean> reached) {
    if (!begun) {
      reached.complete(false);
    }
  }

  private boolean hasFollowers() {
    try {
      return node.get().listAlivePeers().size() > 1;
    } catch (IllegalStateException leadsNoMore) {
      return false;
    }
  }
}
