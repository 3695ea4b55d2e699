package io.tenure.jraft;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.jraft.Leadership.Standing;
import io.tenure.service.LeaderChange.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Moves leadership from one member to another while both live. Thread-safe. */
final class HandOver {

  private static final long PATIENCE_MILLIS = 3_000;

  /** What the leader says to a request to hand over, with its number on the wire. */
  private enum Reply {
    REFUSED(0),
    BEGUN(1),
    NOT_THE_LEADER(2);

    private final int code;

    Reply(int code) {
      this.code = code;
    }

    byte[] encoded() {
      return new byte[] {(byte) code};
    }

    /** Empty for what no member of this version says: it may have been begun. */
    static Optional<Reply> decoded(byte @Nullable [] reply) {
      for (Reply each : values()) {
        if (reply != null && reply.length == 1 && reply[0] == each.code) {
          return Optional.of(each);
        }
      }
      return Optional.empty();
    }
  }

  private final Supplier<Node> node;
  private final Leadership leadership;
  private final Turns turns;
  private final Peers peers;
  private final Executor workers;

  HandOver(Supplier<Node> node, Leadership leadership, Turns turns, Peers peers, Executor workers) {
    this.node = node;
    this.leadership = leadership;
    this.turns = turns;
    this.peers = peers;
    this.workers = workers;
  }

  /** Tells what came of it; within a few seconds, even if it goes on. */
  CompletableFuture<Outcome> to(PeerId member) {
    return new Wish(member).outcome();
  }

  /** One request for a member to lead, which may need to be put to several leaders in turn. */
  private final class Wish {

    private final PeerId member;
    private final CompletableFuture<Boolean> reached;

    /** How many leaders were asked, and have not said that they did nothing. */
    private final AtomicInteger maybeBegun = new AtomicInteger();

    Wish(PeerId member) {
      this.member = member;
      this.reached = leadership.await(standing -> standing.leader().equals(Optional.of(member)));
    }

    CompletableFuture<Outcome> outcome() {
      attempt();
      return reached
          .completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
          .thenApply(leads -> leads ? Outcome.LEADS : notReached());
    }

    private Outcome notReached() {
      return maybeBegun.get() > 0 ? Outcome.UNKNOWN : Outcome.NOT_BEGUN;
    }

    private void attempt() {
      Standing seen = leadership.standing();
      if (seen.mine()) {
        maybeBegun.incrementAndGet();
        begin(member).thenAccept(reply -> conclude(reply, seen));
      } else if (seen.leader().isPresent()) {
        maybeBegun.incrementAndGet();
        ask(seen.leader().get(), seen);
      } else {
        attemptAfter(seen);
      }
    }

    private void ask(PeerId leader, Standing seen) {
      byte[] target = member.toString().getBytes(StandardCharsets.UTF_8);
      peers
          .call(leader, new PeerMessage(PeerMessage.Kind.HAND_OVER, target), PATIENCE_MILLIS)
          .whenComplete(
              (reply, failure) -> {
                if (failure instanceof Peers.NotSentException) {
                  conclude(Reply.NOT_THE_LEADER, seen);
                } else {
                  Reply.decoded(reply)
                      .ifPresentOrElse(said -> conclude(said, seen), () -> attemptAfter(seen));
                }
              });
    }

    private void conclude(Reply reply, Standing seen) {
      if (reply == Reply.BEGUN) {
        return; // it is reached, or it is too late
      }
      maybeBegun.decrementAndGet();
      if (reply == Reply.REFUSED) {
        reached.complete(false);
      } else {
        attemptAfter(seen);
      }
    }

    /** What this member knew was out of date: it asks again when it knows better. */
    private void attemptAfter(Standing seen) {
      CompletableFuture<Boolean> news =
          leadership.await(standing -> standing != seen && standing.leader().isPresent());
      reached.whenComplete((leads, failure) -> news.complete(false));
      news.thenAccept(
          better -> {
            if (better) {
              attempt();
            }
          });
    }
  }

  /** Waits until somebody else leads, if this member does and there is somebody else. */
  void toAnybody() {
    if (!leadership.standing().mine() || !hasFollowers()) {
      return;
    }
    CompletableFuture<Boolean> followed =
        leadership.await(standing -> !standing.mine() && standing.leader().isPresent());
    Reply reply =
        begin(PeerId.ANY_PEER)
            .completeOnTimeout(Reply.REFUSED, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
            .join();
    if (reply == Reply.BEGUN) {
      followed.completeOnTimeout(false, PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join();
    }
  }

  /** Does what another member asked the leader for, and replies whether it could be begun. */
  void begin(byte[] member, Consumer<byte[]> reply) {
    PeerId target = PeerId.parsePeer(new String(member, StandardCharsets.UTF_8));
    if (target == null) {
      reply.accept(Reply.REFUSED.encoded());
    } else {
      begin(target).thenAccept(said -> reply.accept(said.encoded()));
    }
  }

  /** A leader that steps down forgets whom to answer, so it answers everybody first. */
  private CompletableFuture<Reply> begin(PeerId member) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    Runnable task =
        () -> {
          try {
            workers.execute(() -> reply.complete(transfer(member)));
          } catch (RejectedExecutionException closing) {
            reply.complete(Reply.REFUSED);
          }
        };
    turns.tell((core, nanos) -> core.drain(task, nanos));
    return reply;
  }

  private Reply transfer(PeerId member) {
    try {
      return switch (node.get().transferLeadershipTo(member).getRaftError()) {
        case SUCCESS -> Reply.BEGUN;
        case EPERM, EBUSY -> Reply.NOT_THE_LEADER;
        default -> Reply.REFUSED;
      };
    } finally {
      turns.tell((core, nanos) -> core.resume(nanos));
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
