package io.tenure.replication;

import io.tenure.service.Caller;
import io.tenure.service.LeaderChange.Outcome;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A request for a member to lead, which may have to be put to several leaders in turn. */
public final class HandOver {

  /** How long somebody waits for the outcome. */
  public static final long PATIENCE_NANOS = 3_000_000_000L;

  /** A request as it was put to one leader. */
  public static final class Question {

    private final HandOver request;
    private final String leader;
    private boolean over;

    private Question(HandOver request, String leader) {
      this.request = request;
      this.leader = leader;
    }

    public String leader() {
      return leader;
    }

    /** Who is to lead. */
    public String target() {
      return request.target.orElseThrow();
    }

    public HandOver request() {
      return request;
    }

    /** The leader has said something, or never will; tells whether that is news. */
    boolean end() {
      boolean first = !over;
      over = true;
      return first;
    }
  }

  private final Optional<String> target;
  private final Caller caller;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

  /** The last question; null if nobody was asked, or whoever was asked has done nothing. */
  private @Nullable Question asked;

  /** How many leaders were asked, and have not said that they did nothing. */
  private int maybeBegun;

  private boolean begun;
  private long askAgainNanos;

  private HandOver(Optional<String> target, Executor home, long nanos) {
    this.target = target;
    caller = new Caller(home, nanos + PATIENCE_NANOS);
    askAgainNanos = nanos;
  }

  /** Wants that member to lead. */
  public static HandOver to(String target, Executor home, long nanos) {
    return new HandOver(Optional.of(target), home, nanos);
  }

  /** Wants anybody else to lead, if this member does. */
  public static HandOver toAnybody(Executor home, long nanos) {
    return new HandOver(Optional.empty(), home, nanos);
  }

  public CompletableFuture<Outcome> outcome() {
    return outcome;
  }

  Optional<String> target() {
    return target;
  }

  Caller caller() {
    return caller;
  }

  boolean isReachedBy(Standing standing) {
    return target.isPresent()
        ? standing.leader().equals(target)
        : !standing.mine() && standing.leader().isPresent();
  }

  /** Whether there is nothing to hand over, since nobody in particular is to lead. */
  boolean isNeedless(Standing standing) {
    return target.isEmpty() && !standing.mine() && maybeBegun == 0;
  }

  boolean isLate(long nanos) {
    return nanos - caller.deadlineNanos() >= 0;
  }

  /** Whether the leader is to be asked now. */
  boolean wantsToAsk(Standing standing, long nanos) {
    return canAsk(standing) && nanos - askAgainNanos >= 0;
  }

  private boolean canAsk(Standing standing) {
    boolean answerable = target.isPresent() ? standing.leader().isPresent() : standing.mine();
    return answerable && !begun && asked == null;
  }

  Question ask(String leader) {
    Question next = new Question(this, leader);
    asked = next;
    maybeBegun++;
    return next;
  }

  /** Another leader than the one that was asked is known, and can be asked. */
  void leaderChanged(long nanos) {
    asked = null;
    askAgainNanos = nanos;
  }

  void begun() {
    begun = true;
  }

  /** Whoever was asked has done nothing; tells whether it is the one that matters. */
  boolean notBegun(Question question) {
    maybeBegun--;
    return question == asked;
  }

  /** The leader may be asked again, a little later. */
  void askAgain(Question question, long nanos) {
    if (question == asked) {
      asked = null;
      askAgainNanos = nanos;
    }
  }

  /** When there is something to do, if nothing else happens. */
  long nextNanos(Standing standing) {
    long deadline = caller.deadlineNanos();
    return canAsk(standing) && askAgainNanos - deadline < 0 ? askAgainNanos : deadline;
  }

  /** What to tell when the member does not lead. */
  Outcome notReached() {
    return maybeBegun > 0 ? Outcome.UNKNOWN : Outcome.NOT_BEGUN;
  }
}
