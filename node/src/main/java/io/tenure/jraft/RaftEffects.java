package io.tenure.jraft;

import static java.util.Objects.requireNonNull;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Node;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.closure.ReadIndexClosure;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.Task;
import com.alipay.sofa.jraft.error.RaftError;
import io.tenure.codec.CodecException;
import io.tenure.codec.EntryCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Moment;
import io.tenure.replication.Batch;
import io.tenure.replication.Effects;
import io.tenure.replication.Forwarding;
import io.tenure.replication.Forwarding.Ending;
import io.tenure.replication.Round;
import io.tenure.replication.Wait;
import io.tenure.service.Caller;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what a member wants done, by JRaft and by messages to other nodes. */
final class RaftEffects implements Effects {

  private static final Logger LOG = LoggerFactory.getLogger(RaftEffects.class);
  private static final byte[] NO_CONTEXT = new byte[0];

  /** The way to a leader. */
  interface Link {

    /**
     * Sends requests without waiting for anything, and completes with the reply; fails with a
     * {@link Peers.NotSentException} if surely nothing was sent.
     */
    CompletableFuture<byte[]> submit(PeerId leader, byte[] requests);
  }

  private final Link link;
  private final StateReads reads;
  private final LongSupplier wallMicros;
  private final ReplyBatch replies;
  private @Nullable Node node;
  private @Nullable Turns turns;
  private volatile @Nullable AskedRound round;

  /**
   * Makes effects that wait for {@link #start}.
   *
   * @param replies where answers are added; whoever drives the member sends them
   */
  RaftEffects(Link link, StateReads reads, LongSupplier wallMicros, ReplyBatch replies) {
    this.link = link;
    this.reads = reads;
    this.wallMicros = wallMicros;
    this.replies = replies;
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
  public void propose(Batch batch, ClusterTime stamp) {
    Moment moment = new Moment(stamp, wallMicros.getAsLong());
    ByteBuffer data = ByteBuffer.wrap(EntryCodec.encode(moment, batch.requests()));
    try {
      node().apply(new Task(data, new Entry(batch), batch.to().term()));
    } catch (IllegalStateException shuttingDown) {
      tell((member, nanos) -> member.failed(batch, true, nanos));
    }
  }

  /** A proposed entry; JRaft hands it back when the entry is applied on this node, or fails. */
  final class Entry implements Closure {

    private final Batch batch;

    private Entry(Batch batch) {
      this.batch = batch;
    }

    Batch batch() {
      return batch;
    }

    /**
     * {@inheritDoc}
     *
     * <p>A failed status does not mean that the entry is lost: the next leader may still commit it.
     * A busy node surely kept it out of the log: it hands leadership over, or its ring is full.
     */
    @Override
    public void run(Status status) {
      boolean kept = status.getRaftError() == RaftError.EBUSY;
      tell((member, nanos) -> member.failed(batch, kept, nanos));
    }
  }

  @Override
  public void send(Batch batch, String leader, long nanos) {
    byte[] items = Forwarding.encodeItems(batch.submissions(), nanos);
    link.submit(RaftTuning.peer(leader), items)
        .whenComplete((reply, failure) -> answered(batch, reply, failure));
  }

  private void answered(Batch batch, byte @Nullable [] reply, @Nullable Throwable failure) {
    if (reply != null) {
      readReply(batch, reply);
    } else if (failure instanceof Peers.NotSentException) {
      tell((member, nanos) -> member.notSent(batch, nanos));
    } else {
      LOG.debug("no answer from {}: {}", batch.to().leader(), String.valueOf(failure));
      tell((member, nanos) -> member.unanswered(batch, "the leader did not answer", nanos));
    }
  }

  private void readReply(Batch batch, byte[] reply) {
    try {
      List<Ending> endings = Forwarding.decodeEndings(reply, batch.submissions().size());
      tell((member, nanos) -> member.replied(batch, endings, nanos));
    } catch (CodecException unreadable) {
      LOG.error("the leader's answer cannot be read", unreadable);
      String reason = "the leader's answer cannot be read";
      tell((member, nanos) -> member.unanswered(batch, reason, nanos));
    }
  }

  @Override
  public void startRound(Round next) {
    AskedRound asked = new AskedRound(next);
    round = asked;
    ask(asked);
  }

  private void ask(ReadIndexClosure asked) {
    try {
      node().readIndex(NO_CONTEXT, asked);
    } catch (IllegalStateException shuttingDown) {
      asked.run(new Status(RaftError.ENODESHUTDOWN, "shutting down"), -1, NO_CONTEXT);
    }
  }

  @Override
  public void abandonRound(Round old) {
    AskedRound asked = round;
    if (asked != null && asked.round == old) {
      asked.fail();
    }
  }

  /** JRaft calls a failed round back twice; only the first counts. */
  private final class AskedRound extends ReadIndexClosure {

    private final Round round;
    private final AtomicBoolean called = new AtomicBoolean();

    AskedRound(Round round) {
      this.round = round;
    }

    @Override
    public void run(Status status, long index, byte[] context) {
      if (!status.isOk()) {
        fail();
      } else if (called.compareAndSet(false, true)) {
        boolean answered = isAnswered();
        tell((member, nanos) -> member.roundEnded(round, answered, nanos));
      }
    }

    private boolean isAnswered() {
      try {
        reads.answer(round).send();
        return true;
      } catch (RuntimeException fault) {
        LOG.error("reads could not be answered", fault);
        return false;
      }
    }

    void fail() {
      if (called.compareAndSet(false, true)) {
        tell((member, nanos) -> member.roundEnded(round, false, nanos));
      }
    }
  }

  @Override
  public void askQuorum(long question) {
    ask(
        new ReadIndexClosure() {
          @Override
          public void run(Status status, long index, byte[] context) {
            tell((member, nanos) -> member.confirmed(question, status.isOk(), nanos));
          }
        });
  }

  @Override
  public void forget(List<Wait> waits) {
    reads.forget(waits);
  }

  @Override
  public void answer(Caller caller, Runnable ending) {
    replies.add(caller, ending);
  }
}
