package io.tenure.replication;

import io.tenure.service.LeaderChange.Outcome;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves leadership from one member to another while both live: which leader is asked, when it is
 * asked again, what the outcome is; and on the leader, when it lets go.
 *
 * <p>Nothing is told as "not begun" that a leader may have begun. A leader that has begun is not
 * asked again, since each attempt costs the cluster a short time without a leader.
 */
public final class HandOvers {

  /** How long to wait before the same leader is asked again. */
  static final long AGAIN_NANOS = 100_000_000;

  private final Member.Setup setup;
  private final Member.Ports ports;
  private final Transfers transfers;
  private final List<HandOver> open = new ArrayList<>();
  private Standing standing = Standing.UNKNOWN;
  private boolean closed;

  HandOvers(Member.Setup setup, Member.Ports ports, long nanos) {
    this.setup = setup;
    this.ports = ports;
    transfers = new Transfers(ports.group(), nanos);
  }

  // ---- Whoever wants a member to lead

  public void ask(HandOver request, long nanos) {
    if (closed) {
      answer(request, Outcome.NOT_BEGUN);
    } else {
      open.add(request);
      look(request, nanos);
    }
  }

  /** The leader has answered. */
  public void replied(HandOver.Question question, HandOverReply reply, long nanos) {
    if (!question.end()) {
      return;
    }
    HandOver request = question.request();
    if (reply == HandOverReply.BEGUN) {
      request.begun(); // it will be reached, or time will be over
    } else if (request.notBegun(question) && reply == HandOverReply.REFUSED) {
      end(request, request.notReached());
    } else {
      request.askAgain(question, nanos + AGAIN_NANOS);
    }
  }

  /** The question surely did not reach the leader. */
  public void notSent(HandOver.Question question, long nanos) {
    replied(question, HandOverReply.NOT_NOW, nanos);
  }

  /** Nobody knows what the leader has done. */
  public void unanswered(HandOver.Question question, long nanos) {
    if (question.end()) {
      question.request().askAgain(question, nanos + AGAIN_NANOS);
    }
  }

  private void look(HandOver request, long nanos) {
    if (request.isReachedBy(standing)) {
      end(request, Outcome.LEADS);
    } else if (request.isLate(nanos) || request.isNeedless(standing)) {
      end(request, request.notReached());
    } else if (request.wantsToAsk(standing, nanos)) {
      HandOver.Question question = request.ask(standing.leader().orElseThrow());
      if (standing.mine()) {
        begin(
            new Transfer(request.target(), (reply, then) -> replied(question, reply, then)), nanos);
      } else {
        ports.group().askToHandOver(question);
      }
    }
  }

  private void end(HandOver request, Outcome outcome) {
    if (open.remove(request)) {
      answer(request, outcome);
    }
  }

  private void answer(HandOver request, Outcome outcome) {
    ports.effects().answer(request.caller(), () -> request.outcome().complete(outcome));
  }

  // ---- The leader

  /** Another member asks this one to hand over; whether it leads or not. */
  public void askedByPeer(Transfer transfer, long nanos) {
    begin(transfer, nanos);
  }

  private void begin(Transfer transfer, long nanos) {
    String target = transfer.target().orElse("");
    if (standing.mine() && target.equals(setup.self())) {
      transfer.told(HandOverReply.BEGUN, nanos); // whoever asks has not heard of it yet
    } else if (transfer.target().isPresent() && !setup.members().contains(target)) {
      transfer.told(HandOverReply.REFUSED, nanos);
    } else {
      transfers.begin(transfer, nanos);
    }
  }

  /** The log has begun to transfer, or has not. */
  public void transferred(Transfer transfer, HandOverReply said, long nanos) {
    transfers.ended(transfer, said, nanos);
  }

  /** Whether nothing may be proposed now, because leadership is about to be handed over. */
  boolean holds(long nanos) {
    return transfers.holds(nanos);
  }

  // ---- Time and leadership

  void leaderChanged(Standing next, long nanos) {
    standing = next;
    transfers.leaderChanged(next, nanos);
    if (next.leader().isPresent()) {
      open.forEach(request -> request.leaderChanged(nanos));
    }
    lookAtAll(nanos);
  }

  /**
   * Does what is due.
   *
   * @param nothingUnderWay whether everybody is answered whose request is in the log
   */
  void step(boolean nothingUnderWay, long nanos) {
    lookAtAll(nanos);
    transfers.step(nothingUnderWay, nanos);
  }

  private void lookAtAll(long nanos) {
    List.copyOf(open).forEach(request -> look(request, nanos));
  }

  /** When {@link #step} should be called again, if nothing else happens. */
  long nextNanos(long nanos) {
    long next = transfers.nextNanos(nanos);
    for (HandOver request : open) {
      next = earlier(next, request.nextNanos(standing));
    }
    return next;
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }

  /** Tells everybody what is known by now, and begins nothing any more. */
  void close(long nanos) {
    closed = true;
    transfers.close(nanos);
    List.copyOf(open).forEach(request -> end(request, request.notReached()));
  }
}
