package io.tenure.replication;

import static java.util.Objects.requireNonNull;

import io.tenure.codec.CodecException;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.replication.Forwarding.Ending;
import io.tenure.replication.Forwarding.Fate;
import io.tenure.replication.Forwarding.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Requests that another node sent to this leader. Each is read before it is proposed: an entry that
 * cannot be decoded would stop every node that applies it, and again after each restart. When each
 * has its ending, the reply is made for all of them.
 */
public final class ForwardedBatch {

  /** No request waits longer than this, whatever its sender says. */
  private static final long LONGEST_MILLIS = 60_000;

  /** More than clients may send; a larger entry could not be replicated. */
  private static final int MAX_REQUEST_BYTES = 2 * 1024 * 1024;

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** A request, or why it is none. */
  private record Received(Item item, @Nullable Request request, String flaw) {}

  private final List<Received> received;
  private final @Nullable Ending[] endings;
  private final Consumer<List<Ending>> reply;
  private int open;

  private ForwardedBatch(List<Received> received, Consumer<List<Ending>> reply) {
    this.received = received;
    this.endings = new Ending[received.size()];
    this.open = received.size();
    this.reply = reply;
  }

  /**
   * Reads a message; fails if it cannot be read as a whole.
   *
   * @param reply is called once, when all requests have their endings
   */
  public static ForwardedBatch read(byte[] message, Consumer<List<Ending>> reply) {
    List<Received> received = new ArrayList<>();
    for (Item item : Forwarding.decodeItems(message)) {
      received.add(read(item));
    }
    if (received.isEmpty()) {
      throw new CodecException("no forwarded requests");
    }
    return new ForwardedBatch(received, reply);
  }

  private static Received read(Item item) {
    if (item.request().length > MAX_REQUEST_BYTES) {
      return new Received(item, null, "the request is too large");
    }
    try {
      return new Received(item, RequestCodec.decode(item.request()), "");
    } catch (CodecException unreadable) {
      return new Received(
          item, null, "the leader cannot read the request: " + unreadable.getMessage());
    }
  }

  /** This member does not lead, so that it cannot judge anything. */
  void notLeader() {
    for (int i = 0; i < endings.length; i++) {
      ended(i, Ending.of(Fate.NOT_LEADER, ""));
    }
  }

  /**
   * What of the batch can be proposed. What cannot is refused.
   *
   * @param level of the cluster: what it cannot read must not get into the log
   */
  List<Submission> submissions(int level, long nowNanos) {
    List<Submission> sound = new ArrayList<>(received.size());
    for (int i = 0; i < received.size(); i++) {
      String flaw = flawOf(received.get(i), level);
      if (flaw.isEmpty()) {
        sound.add(new Forwarded(received.get(i).item(), nowNanos, i));
      } else {
        ended(i, Ending.of(Fate.REFUSED, flaw));
      }
    }
    return sound;
  }

  private static String flawOf(Received each, int level) {
    Request request = each.request();
    if (request == null) {
      return each.flaw();
    }
    if (!RequestCodec.atLevel(level, request).equals(request)) {
      return "the cluster does not use this request yet; upgrade all members";
    }
    return isForLeadersOnly(request.command()) ? "only the leader itself may ask for this" : "";
  }

  /** What a leader proposes by itself; a former leader must not do it through its successor. */
  private static boolean isForLeadersOnly(Command command) {
    return command instanceof Command.Tick
        || command instanceof Command.Configure
        || command instanceof Command.RaiseEpoch
        || command instanceof Command.RaiseLevel;
  }

  private void ended(int place, Ending ending) {
    endings[place] = ending;
    open--;
    if (open == 0) {
      List<Ending> all = new ArrayList<>(endings.length);
      for (Ending each : endings) {
        all.add(requireNonNull(each));
      }
      reply.accept(all);
    }
  }

  private final class Forwarded extends Submission {

    private final int place;

    Forwarded(Item item, long nowNanos, int place) {
      super(
          item.request(),
          item.urgent(),
          nowNanos + Math.min(item.leftMillis(), LONGEST_MILLIS) * NANOS_PER_MILLI);
      this.place = place;
    }

    @Override
    protected boolean isForAnyLeader() {
      return false;
    }

    /** Its sender decides whether it is sent again. */
    @Override
    protected boolean isRepeatable() {
      return false;
    }

    @Override
    protected void onApplied(Result result) {
      ended(place, Ending.applied(result));
    }

    @Override
    protected void onRefused(String reason) {
      ended(place, Ending.of(Fate.REFUSED, reason));
    }

    @Override
    protected void onNotLeader() {
      ended(place, Ending.of(Fate.NOT_LEADER, ""));
    }

    @Override
    protected void onUnknown(String reason) {
      ended(place, Ending.of(Fate.UNKNOWN, reason));
    }
  }
}
