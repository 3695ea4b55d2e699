package io.tenure.replication;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Result;
import io.tenure.replication.Forwarding.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gets requests into the log: proposes them while this member leads, sends them to the leader
 * otherwise, and sees to it that each has an ending, whatever becomes of the batch that it was in.
 */
final class Dispatch {

  /** How long requests wait before they are sent again to whoever did not take them. */
  private static final long HOLD_NANOS = 20_000_000;

  /** Longer than any request may take. Nobody waits for a batch after that. */
  private static final long BATCH_NANOS = 90_000_000_000L;

  private final Effects effects;
  private final Supplier<Applied> state;
  private final LeaderTime time;
  private final Confirmation confirmation;
  private final Outbox outbox;
  private Standing standing = Standing.UNKNOWN;
  private boolean closed;

  Dispatch(Effects effects, Supplier<Applied> state, LeaderTime time, long nanos) {
    this.effects = effects;
    this.state = state;
    this.time = time;
    confirmation = new Confirmation(effects, nanos);
    outbox = new Outbox(nanos);
  }

  void add(Submission submission) {
    if (closed) {
      turnAway(submission);
    } else {
      outbox.add(submission);
    }
  }

  /** What other nodes have sent can be sent to the next leader; nobody else has the rest. */
  private static void turnAway(Submission submission) {
    if (submission.isForAnyLeader()) {
      submission.refused(Member.CLOSING);
    } else {
      submission.notLeader();
    }
  }

  boolean hasNothingUnderWay() {
    return outbox.hasNothingUnderWay();
  }

  boolean isIdle() {
    return outbox.hasNothingUnderWay() && !outbox.hasWork();
  }

  /** Sends as much as may be under way. */
  void step(long nanos) {
    boolean goesOn = true;
    while (goesOn && outbox.isReady(nanos)) {
      goesOn = standing.mine() ? propose(nanos) : send(nanos);
    }
  }

  /** Whether another batch may follow. */
  private boolean propose(long nanos) {
    if (time.mustAskQuorum(nanos)) {
      confirmation.ask(time, nanos);
      return false;
    }
    Optional<Batch> batch = outbox.take(standing, nanos);
    if (batch.isPresent()) {
      Optional<ClusterTime> stamp = time.stamp(standing.term(), state.get().now(), nanos);
      effects.propose(batch.get(), stamp.orElseThrow());
    }
    return true;
  }

  private boolean send(long nanos) {
    Optional<String> leader = standing.leader();
    if (leader.isEmpty()) {
      return false;
    }
    outbox.take(standing, nanos).ifPresent(batch -> effects.send(batch, leader.get(), nanos));
    return true;
  }

  void confirmed(long question, boolean yes, long nanos) {
    if (confirmation.isConfirmedBy(question, yes, nanos)) {
      time.confirmed(standing.term(), state.get().now(), nanos);
    }
  }

  /** When {@link #step} should be called again, if nothing else happens. */
  long nextNanos(long nanos) {
    long next = confirmation.nextNanos(nanos);
    boolean held = outbox.hasWork() && nanos - outbox.heldUntilNanos() < 0;
    return held && outbox.heldUntilNanos() - next < 0 ? outbox.heldUntilNanos() : next;
  }

  // ---- What became of batches

  void applied(Batch batch, List<@Nullable Result> results) {
    outbox.end(batch);
    for (int i = 0; i < results.size(); i++) {
      Result result = results.get(i);
      if (result != null) {
        batch.submissions().get(i).applied(result);
      }
    }
  }

  void failed(Batch batch, boolean kept, long nanos) {
    if (kept) {
      sendAgain(batch, nanos);
    } else {
      // a log that is not this member's any more refuses at once, before the member is told why
      unanswered(batch, "leadership changed before a quorum had stored the request", nanos);
    }
  }

  void replied(Batch batch, List<Ending> endings, long nanos) {
    boolean expected = outbox.end(batch);
    List<Submission> again = new ArrayList<>();
    for (int i = 0; i < endings.size(); i++) {
      Submission submission = batch.submissions().get(i);
      Result result = endings.get(i).result();
      if (result != null) {
        submission.applied(result);
      } else if (expected && wantsAgain(submission, endings.get(i), nanos)) {
        again.add(submission);
      }
    }
    if (!again.isEmpty()) {
      putBack(again);
      outbox.holdUntil(nanos + HOLD_NANOS);
    }
  }

  private static boolean wantsAgain(Submission submission, Ending ending, long nanos) {
    switch (ending.fate()) {
      case NOT_LEADER -> {
        return true;
      }
      case UNKNOWN -> {
        return submission.lost(ending.reason(), nanos);
      }
      default -> {
        submission.refused(ending.reason());
        return false;
      }
    }
  }

  void unanswered(Batch batch, String reason, long nanos) {
    if (giveUp(batch, reason, nanos)) {
      outbox.holdUntil(nanos + HOLD_NANOS);
    }
  }

  /** Nobody has taken it. */
  void sendAgain(Batch batch, long nanos) {
    if (outbox.end(batch)) {
      putBack(batch.submissions());
      outbox.holdUntil(nanos + HOLD_NANOS);
    }
  }

  /**
   * The requests go to the next leader, if they can; an answer that still comes is taken.
   *
   * @return whether anything was still expected of the batch
   */
  private boolean giveUp(Batch batch, String reason, long nanos) {
    boolean expected = outbox.end(batch);
    if (expected) {
      List<Submission> again = new ArrayList<>();
      for (Submission submission : batch.submissions()) {
        if (submission.lost(reason, nanos)) {
          again.add(submission);
        }
      }
      putBack(again);
    }
    return expected;
  }

  private void putBack(List<Submission> again) {
    outbox.putBack(again);
    if (closed) {
      outbox.removeAll().forEach(Dispatch::turnAway);
    }
  }

  // ---- Leadership and time

  void leaderChanged(Standing next, long nanos) {
    standing = next;
    outbox.underWay().forEach(batch -> abandon(batch, nanos));
    outbox.holdUntil(nanos);
    if (!next.mine()) {
      outbox.endOwnOnly();
    }
    confirmation.leaderChanged();
  }

  /**
   * What is under way to somebody who does not lead any more is sent to the next leader. Who can be
   * asked only once waits for the old leader's answer, but not in the new one's way.
   */
  private void abandon(Batch batch, long nanos) {
    if (batch.to().mine() || batch.isRepeatable()) {
      giveUp(batch, "the leader changed before it answered", nanos);
    } else {
      outbox.setAside(batch);
    }
  }

  void expire(long nanos) {
    outbox.expire(standing, nanos);
    for (Batch batch : outbox.unanswered()) {
      if (nanos - batch.beganNanos() >= BATCH_NANOS) {
        giveUp(batch, "nobody said what became of the request", nanos);
      }
    }
  }

  /** Turns away what waits, and whatever comes from here on. */
  void close() {
    closed = true;
    outbox.removeAll().forEach(Dispatch::turnAway);
  }

  /** Nobody will say any more what became of what is under way. */
  void abandon(long nanos) {
    outbox.unanswered().forEach(batch -> giveUp(batch, Member.CLOSING, nanos));
  }
}
