package io.tenure.jraft;

import static java.util.Objects.requireNonNull;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.replication.GroupEffects;
import io.tenure.replication.HandOver;
import io.tenure.replication.HandOverReply;
import io.tenure.replication.Transfer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what a member wants done about leadership, by JRaft and by messages to other nodes. */
final class RaftGroupEffects implements GroupEffects {

  private static final Logger LOG = LoggerFactory.getLogger(RaftGroupEffects.class);

  /** The way to other members. */
  interface Link {

    /** As of {@link RaftEffects.Link#submit}, for a request to hand over to a member. */
    CompletableFuture<byte[]> askToHandOver(PeerId leader, byte[] target);

    /** How a member sees itself; also this one. */
    CompletableFuture<MemberStatus> statusOf(RaftSettings.Member member);
  }

  private final RaftSettings settings;
  private final Link link;
  private final Executor workers;
  private @Nullable Node node;
  private @Nullable Turns turns;

  RaftGroupEffects(RaftSettings settings, Link link, Executor workers) {
    this.settings = settings;
    this.link = link;
    this.workers = workers;
  }

  /** Before the member is driven for the first time. */
  void start(Node raft, Turns driver) {
    node = raft;
    turns = driver;
  }

  private Node node() {
    return requireNonNull(node);
  }

  private void tell(Turns.Input input) {
    requireNonNull(turns).tell(input);
  }

  @Override
  public void askToHandOver(HandOver.Question question) {
    byte[] target = question.target().getBytes(StandardCharsets.UTF_8);
    link.askToHandOver(RaftTuning.peer(question.leader()), target)
        .whenComplete((reply, failure) -> answered(question, reply, failure));
  }

  private void answered(
      HandOver.Question question, byte @Nullable [] reply, @Nullable Throwable failure) {
    Optional<HandOverReply> said = reply == null ? Optional.empty() : HandOverReply.decoded(reply);
    if (said.isPresent()) {
      tell((member, nanos) -> member.handOvers().replied(question, said.get(), nanos));
    } else if (failure instanceof Peers.NotSentException) {
      tell((member, nanos) -> member.handOvers().notSent(question, nanos));
    } else {
      tell((member, nanos) -> member.handOvers().unanswered(question, nanos));
    }
  }

  @Override
  public void transfer(Transfer transfer) {
    try {
      workers.execute(() -> ended(transfer, attempt(transfer)));
    } catch (RejectedExecutionException closing) {
      ended(transfer, HandOverReply.REFUSED);
    }
  }

  private void ended(Transfer transfer, HandOverReply said) {
    tell((member, nanos) -> member.handOvers().transferred(transfer, said, nanos));
  }

  private HandOverReply attempt(Transfer transfer) {
    try {
      Optional<PeerId> target = transfer.target().map(RaftTuning::peer);
      if (target.isEmpty() && !hasFollowers()) {
        return HandOverReply.REFUSED;
      }
      return switch (node().transferLeadershipTo(target.orElse(PeerId.ANY_PEER)).getRaftError()) {
        case SUCCESS -> HandOverReply.BEGUN;
        case EPERM, EBUSY -> HandOverReply.NOT_NOW;
        default -> HandOverReply.REFUSED;
      };
    } catch (RuntimeException fault) {
      LOG.error("leadership could not be transferred", fault);
      return HandOverReply.BEGUN; // it may have been
    }
  }

  @Override
  public void askLevels(long question) {
    for (RaftSettings.Member member : settings.members()) {
      String address = RaftTuning.peer(member).toString();
      link.statusOf(member).thenAccept(status -> reported(question, address, status.level()));
    }
  }

  private void reported(long question, String address, int level) {
    tell((member, nanos) -> member.duties().reported(question, address, level));
  }

  private boolean hasFollowers() {
    try {
      return node().listAlivePeers().size() > 1;
    } catch (IllegalStateException steppedDown) {
      return false;
    }
  }
}
