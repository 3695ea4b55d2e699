package io.tenure.node.raft;

import static java.util.Objects.requireNonNull;

import io.tenure.codec.CodecException;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.kernel.Completion;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.node.raft.Forwarding.Ending;
import io.tenure.node.raft.Forwarding.Fate;
import io.tenure.node.raft.Forwarding.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests that another node sent to this leader. Each is read before it is proposed: an entry that
 * cannot be decoded would stop every node that applies it, and again after each restart. When
 * something has become of the last of them, the reply for all is made, by whoever ended it.
 */
final class ForwardedBatch {

  private static final Logger LOG = LoggerFactory.getLogger(ForwardedBatch.class);

  /** No request waits longer than this, whatever its sender says. */
  private static final long LONGEST_MILLIS = 60_000;

  private final AtomicReferenceArray<@Nullable Supplier<Ending>> endings;
  private final AtomicInteger open;
  private final Completion completion;
  private final Consumer<byte[]> reply;

  /**
   * Makes a batch for one message.
   *
   * @param completion adds to a result what only the archive knows
   * @param reply sends the encoded reply
   */
  ForwardedBatch(int size, Completion completion, Consumer<byte[]> reply) {
    this.endings = new AtomicReferenceArray<>(size);
    this.open = new AtomicInteger(size);
    this.completion = completion;
    this.reply = reply;
  }

  /**
   * What of the batch can be proposed. What cannot is refused.
   *
   * @param level of the cluster: what it cannot read must not get into the log
   */
  List<Submission> submissions(List<Item> items, int level, long nowNanos) {
    List<Submission> sound = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      String flaw = flawOf(items.get(i), level);
      if (flaw.isEmpty()) {
        sound.add(new Forwarded(items.get(i), nowNanos, i));
      } else {
        ended(i, () -> Ending.of(Fate.REFUSED, flaw));
      }
    }
    return sound;
  }

  private static String flawOf(Item item, int level) {
    try {
      Request request = RequestCodec.decode(item.request());
      if (!RequestCodec.atLevel(level, request).equals(request)) {
        return "the cluster does not use this request yet; upgrade all members";
      }
      return isForLeadersOnly(request.command()) ? "only the leader itself may ask for this" : "";
    } catch (CodecException unreadable) {
      return "the leader cannot read the request: " + unreadable.getMessage();
    }
  }

  /** What a leader proposes by itself; a former leader must not do it through its successor. */
  private static boolean isForLeadersOnly(Command command) {
    return command instanceof Command.Tick
        || command instanceof Command.Configure
        || command instanceof Command.RaiseEpoch
        || command instanceof Command.RaiseLevel;
  }

  private void ended(int place, Supplier<Ending> ending) {
    if (endings.compareAndSet(place, null, ending) && open.decrementAndGet() == 0) {
      sendReply();
    }
  }

  private void sendReply() {
    List<Ending> all = new ArrayList<>(endings.length());
    for (int i = 0; i < endings.length(); i++) {
      all.add(requireNonNull(endings.get(i)).get());
    }
    reply.accept(Forwarding.encodeEndings(all));
  }

  private Ending told(Result result) {
    try {
      Result completed = completion.complete(result);
      return Completion.isForgotten(completed)
          ? Ending.of(Fate.UNKNOWN, "the first answer has just been forgotten")
          : Ending.applied(completed);
    } catch (RuntimeException fault) {
      LOG.error("an answer cannot be completed", fault);
      return Ending.of(Fate.UNKNOWN, "the leader failed; its log says why");
    }
  }

  private final class Forwarded extends Submission {

    private final int place;

    Forwarded(Item item, long nowNanos, int place) {
      super(
          item.request(),
          item.urgent(),
          nowNanos + TimeUnit.MILLISECONDS.toNanos(Math.min(item.leftMillis(), LONGEST_MILLIS)));
      this.place = place;
    }

    @Override
    boolean isOver() {
      return endings.get(place) != null;
    }

    @Override
    boolean isRepeatable() {
      return false;
    }

    @Override
    void applied(Result result, Delivery delivery) {
      ended(place, () -> told(result));
    }

    @Override
    void refused(String reason) {
      ended(place, () -> Ending.of(Fate.REFUSED, reason));
    }

    @Override
    void notLeader() {
      ended(place, () -> Ending.of(Fate.NOT_LEADER, ""));
    }

    @Override
    void unknown(String reason) {
      ended(place, () -> Ending.of(Fate.UNKNOWN, reason));
    }

    /** Its sender decides whether it is sent again. */
    @Override
    boolean lost(String reason) {
      unknown(reason);
      return false;
    }
  }
}
