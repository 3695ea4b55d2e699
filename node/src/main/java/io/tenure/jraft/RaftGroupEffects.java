package io.tenure.jraft;

import static java.util.Objects.requireNonNull;

import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.replication.GroupEffects;
import io.tenure.replication.HandOver;
import io.tenure.replication.HandOverReply;
import io.tenure.replication.Standing;
import io.tenure.replication.Transfer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
  private static final int CONNECT_MILLIS = 200;

  /** The way to other members. */
  interface Link {

    /** As of {@link RaftEffects.Link#submit}, for a request to hand over to a member. */
    CompletableFuture<byte[]> askToHandOver(PeerId leader, byte[] target);

    /** How a member sees itself; also this one. */
    CompletableFuture<MemberStatus> statusOf(RaftSettings.Member member);

    /** Whether this node has a connection to another member. */
    boolean isConnected(PeerId member);
  }

  private final RaftSettings settings;
  private final Link link;
  private final Executor workers;
  private final Runnable comparison;
  private @Nullable Node node;
  private @Nullable Turns turns;

  /**
   * Makes effects that wait for {@link #start}.
   *
   * @param workers for what may block
   */
  RaftGroupEffects(RaftSettings settings, Link link, Executor workers, Runnable comparison) {
    this.settings = settings;
    this.link = link;
    this.workers = workers;
    this.comparison = comparison;
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
      Optional<PeerId> target = transfer.target().map(RaftTuning::peer).or(this::successor);
      if (target.isEmpty()) {
        return HandOverReply.REFUSED;
      }
      return switch (node().transferLeadershipTo(target.get()).getRaftError()) {
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
    soon(() -> ask(question));
  }

  private void ask(long question) {
    for (RaftSettings.Member member : settings.members()) {
      String address = RaftTuning.peer(member).toString();
      link.statusOf(member).thenAccept(status -> reported(question, address, status.newestLevel()));
    }
  }

  private void reported(long question, String address, int level) {
    tell((member, nanos) -> member.duties().reported(question, address, level));
  }

  @Override
  public void probe(Standing leader) {
    soon(
        () -> {
          if (isGone(RaftTuning.peer(leader.leader().orElseThrow()))) {
            tell((member, nanos) -> member.leaderLoss().gone(leader));
          }
        });
  }

  private static boolean isGone(PeerId leader) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(leader.getIp(), leader.getPort()), CONNECT_MILLIS);
      return false;
    } catch (ConnectException refused) {
      return true;
    } catch (IOException unreachable) {
      return false;
    }
  }

  @Override
  public void standForElection(long term) {
    LOG.info("the leader of term {} is gone; standing for election", term);
    PeerId self = RaftTuning.peer(settings.self());
    soon(() -> Candidate.stand(node(), settings.identity().raftGroup(), self, term));
  }

  @Override
  public void compareDigests() {
    soon(comparison);
  }

  /** On a thread that may block; a node that shuts down has none. */
  private void soon(Runnable task) {
    try {
      workers.execute(task);
    } catch (RejectedExecutionException shuttingDown) {
      LOG.debug("this node is shutting down", shuttingDown);
    }
  }

  /** Whoever follows and is connected; nobody if this node does not lead any more. */
  private Optional<PeerId> successor() {
    List<PeerId> others = new ArrayList<>();
    settings.members().forEach(member -> others.add(RaftTuning.peer(member)));
    others.remove(RaftTuning.peer(settings.self()));
    try {
      List<PeerId> alive = node().listAlivePeers();
      return Successor.among(others, peer -> alive.contains(peer) && link.isConnected(peer));
    } catch (IllegalStateException steppedDown) {
      return Optional.empty();
    }
  }
}
