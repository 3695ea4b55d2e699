package io.tenure.node.raft;

import static java.util.Objects.requireNonNull;

import io.tenure.kernel.Result;
import io.tenure.node.raft.Forwarding.Ending;
import io.tenure.node.raft.Forwarding.Fate;
import io.tenure.node.raft.Forwarding.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Requests that another node sent to this leader. When something has become of the last of them,
 * the reply for all is made on the executor, off the thread that applies the log.
 */
final class ForwardedBatch {

  private final AtomicReferenceArray<@Nullable Supplier<Ending>> endings;
  private final AtomicInteger open;
  private final UnaryOperator<Result> complete;
  private final Consumer<byte[]> reply;

  /**
   * Makes a batch for one message.
   *
   * @param complete adds to a result what only the archive knows
   * @param reply sends the encoded reply
   */
  ForwardedBatch(int size, UnaryOperator<Result> complete, Consumer<byte[]> reply) {
    this.endings = new AtomicReferenceArray<>(size);
    this.open = new AtomicInteger(size);
    this.complete = complete;
    this.reply = reply;
  }

  List<Submission> submissions(List<Item> items, long deadlineNanos) {
    Submission[] all = new Submission[items.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = new Forwarded(items.get(i), deadlineNanos, i);
    }
    return Arrays.asList(all);
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
      return Ending.applied(complete.apply(result));
    } catch (RuntimeException fault) {
      return Ending.of(Fate.UNKNOWN, String.valueOf(fault.getMessage()));
    }
  }

  private final class Forwarded extends Submission {

    private final int place;

    Forwarded(Item item, long deadlineNanos, int place) {
      super(item.request(), item.urgent(), deadlineNanos);
      this.place = place;
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
  }
}
