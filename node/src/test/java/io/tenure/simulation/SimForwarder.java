package io.tenure.simulation;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Completion;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.LeaseNames;
import io.tenure.kernel.Request;
import io.tenure.kernel.Result;
import io.tenure.replication.OutgoingRequest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What one node has taken in from clients and sends to leaders: once, and again when the leader
 * falls silent or another one takes over. Which requests are sent again, under which id and for how
 * long is decided by the product's {@link OutgoingRequest}. It lives as long as the node's process.
 */
final class SimForwarder {

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final long SECOND_MICROS = 1_000_000;

  /** A client that waits for its turn with its request gives it this much. */
  private static final long LONG_WAIT_NANOS = 60 * SECOND_NANOS;

  /** A client's request, until it is answered or given up. */
  final class Item {
    final int client;
    final long operation;
    private final OutgoingRequest outgoing;
    private final Request written;
    private final long callersNanos;
    private final int suspensions = node.suspensions();
    private boolean waits = true;
    private boolean mayBeApplied;
    private long sentInTerm;

    private Item(int client, long operation, Request request, int level) {
      this.client = client;
      this.operation = operation;
      numbers++;
      outgoing = OutgoingRequest.of(request, new DeliveryId(sender, numbers), level, nanos());
      written = RequestCodec.atLevel(level, LeaseNames.written(outgoing.request(), level));
      callersNanos = nanos() + (chance.oneIn(2) ? LONG_WAIT_NANOS : 10 * SECOND_NANOS);
    }

    private boolean isLate() {
      return nanos() - outgoing.deadlineNanos(callersNanos, mayBeApplied) >= 0;
    }

    /** Nobody will answer for the leader that has it. Tells whether it can be sent again. */
    private boolean lost() {
      mayBeApplied = true;
      waits = true;
      return outgoing.isRepeatable();
    }

    private Message send(long trueMicros) {
      if (mayBeApplied && written.delivery() == null && !isRenewal()) {
        throw new AssertionError(written + " is sent again, and may be carried out twice");
      }
      waits = false;
      sentInTerm = node.term;
      return new Message(this, written, trueMicros);
    }

    private boolean isRenewal() {
      return written.command() instanceof Amend amend && amend.status() == null;
    }

    /**
     * A leader does not know any more what became of it, though it was sent so short a time before.
     * A node sends nothing that may be forgotten, unless its clock stood still.
     */
    void forgotten(long trueMicros) {
      if (trueMicros < SECOND_MICROS && node.suspensions() == suspensions) {
        throw new AssertionError(written + " was sent when nobody remembered it any more");
      }
    }

    /** Takes an answer in, if it gets through, and tells whether the client hears of it. */
    boolean heard(Result result) {
      boolean reached = node.isReachable() || node.isReady();
      return reached && items.remove(this) && !Completion.isForgotten(result);
    }
  }

  private final Replica node;
  private final long sender;
  private final Chance chance;
  private final List<Item> items = new ArrayList<>();
  private long numbers;

  /**
   * Makes the forwarder of a node's process.
   *
   * @param sender a number that no other start of any node has
   */
  SimForwarder(Replica node, long sender, Chance chance) {
    this.node = node;
    this.sender = sender;
    this.chance = chance;
  }

  private long nanos() {
    return node.clock.monotonicNanos();
  }

  void take(int client, long operation, Request request) {
    items.add(new Item(client, operation, request, node.table().level()));
  }

  /** What is to be sent now to a leader that is known. */
  List<Message> send(long trueMicros) {
    List<Message> copies = new ArrayList<>();
    for (Iterator<Item> each = items.iterator(); each.hasNext(); ) {
      Item item = each.next();
      boolean silent = !item.waits && (node.term > item.sentInTerm || chance.oneIn(20));
      if ((silent && !item.lost()) || item.isLate()) {
        each.remove();
      } else if (item.waits) {
        copies.add(item.send(trueMicros));
      }
    }
    return copies;
  }
}
