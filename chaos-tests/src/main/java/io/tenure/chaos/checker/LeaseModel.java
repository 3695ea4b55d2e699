package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.OWNER;
import static io.tenure.chaos.history.Field.PROOF;
import static io.tenure.chaos.history.Field.TOKEN;
import static io.tenure.chaos.history.Field.TTL_MILLIS;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A lock that is taken, renewed, released and read, and that ends by itself.
 *
 * <p><b>How expiry is judged.</b> The end of a lease is nobody's operation. An operation whose
 * answer needs the lock to be free, while the order so far says that it is held, means that the
 * lease ended before it. That is allowed if it can be true by the harness's clock: an operation
 * takes its effect between its beginning and its end, and not before those that stand earlier in
 * the order. So the latest beginning of a change up to here is the earliest time that the log can
 * have now ({@code now}; a read has no entry in the log, and may come before one that was stamped
 * before it was sent); a lease that was granted or renewed now cannot end before {@code now} + ttl
 * ({@code until}); an operation that saw it ended must itself have ended later than that, and from
 * there on it is at least that time. A lease that is seen to last longer than its ttl is no fault
 * here: other checkers judge lateness.
 *
 * <p>Of a lock or renewal without an answer the token is not known; it is the one that the next
 * read shows, and larger than all before. Nobody can show it as a proof.
 */
final class LeaseModel implements Model<LeaseModel.State> {

  static final String LOCK = "lock";
  static final String RENEW = "renew";
  static final String RELEASE = "release";
  static final String READ = "read";

  private static final long UNTOLD = 0;

  /** What shows that a lock is one's own. */
  enum Proof {
    /** The number of the last grant or renewal, which changes with every renewal. */
    TOKEN,
    /**
     * The owner's name. Who locks again renews, with the same token. The node repeats what it got
     * no answer for, so a release may find its own work done: the lock free, or another's already.
     */
    OWNER
  }

  /**
   * Who holds the lock, and when.
   *
   * @param owner empty if the proof is the token
   * @param token of the holder, {@link #UNTOLD} if it is not known
   * @param until the lease cannot end before
   */
  record State(boolean held, String owner, long token, long until, Bounds bounds) {

    State free(long now) {
      return new State(false, "", UNTOLD, 0, new Bounds(now, bounds.top));
    }

    long now() {
      return bounds.now;
    }
  }

  /**
   * What the order so far says of the time and of the tokens.
   *
   * @param now it cannot be earlier
   * @param top the largest token that is known
   */
  record Bounds(long now, long top) {}

  private final Proof proof;
  private final double clockRate;

  LeaseModel(Proof proof, double clockRate) {
    this.proof = proof;
    this.clockRate = clockRate;
  }

  @Override
  public State initial() {
    return new State(false, "", UNTOLD, 0, new Bounds(Long.MIN_VALUE, UNTOLD));
  }

  @Override
  public Optional<State> step(State before, Span operation) {
    boolean stamps = !operation.action().equals(READ);
    long now = stamps ? Math.max(before.now(), operation.begin()) : before.now();
    State state =
        new State(
            before.held,
            before.owner,
            before.token,
            before.until,
            new Bounds(now, before.bounds.top));
    boolean unknown = operation.phase() == Phase.UNKNOWN;
    Optional<State> after =
        switch (operation.action()) {
          case LOCK -> unknown ? lockUnanswered(state, operation) : lock(state, operation);
          case RENEW -> unknown ? renewUnanswered(state, operation) : renew(state, operation);
          case RELEASE -> unknown ? releaseUnanswered(state, operation) : release(state, operation);
          default -> unknown ? Optional.empty() : read(state, operation);
        };
    return after.filter(next -> next.now() <= operation.lastMoment());
  }

  private Optional<State> lock(State state, Span operation) {
    boolean own = proof == Proof.OWNER && isOwn(state, operation);
    if (operation.hasResult(Result.HELD)) {
      return when(state.held && !own, state);
    }
    long token = operation.number(TOKEN).orElse(UNTOLD);
    if (own && isSame(state, token)) {
      return Optional.of(hold(state, operation, token));
    }
    return freed(state, operation)
        .filter(free -> operation.hasResult(Result.GRANTED) && token > free.bounds.top)
        .map(free -> hold(free, operation, token));
  }

  /** One's own lock would only be renewed by it, which changes nothing that can be seen. */
  private Optional<State> lockUnanswered(State state, Span operation) {
    return freed(state, operation).map(free -> hold(free, operation, UNTOLD));
  }

  private Optional<State> renew(State state, Span operation) {
    if (operation.hasResult(Result.RENEWED)) {
      long token = operation.number(TOKEN).orElse(UNTOLD);
      return isOwn(state, operation) && token > state.bounds.top
          ? Optional.of(hold(state, operation, token))
          : Optional.empty();
    }
    return refusal(state, operation);
  }

  private Optional<State> renewUnanswered(State state, Span operation) {
    return isOwn(state, operation) ? Optional.of(hold(state, operation, UNTOLD)) : Optional.empty();
  }

  private Optional<State> release(State state, Span operation) {
    boolean own = isOwn(state, operation);
    if (operation.hasResult(Result.ENDED)) {
      return own
          ? Optional.of(state.free(state.now()))
          : when(proof == Proof.OWNER && !state.held, state);
    }
    if (operation.hasResult(Result.OTHER) && own && proof == Proof.OWNER) {
      return Optional.of(state.free(state.now()));
    }
    return refusal(state, operation);
  }

  private Optional<State> releaseUnanswered(State state, Span operation) {
    return isOwn(state, operation) ? Optional.of(state.free(state.now())) : Optional.empty();
  }

  private Optional<State> refusal(State state, Span operation) {
    return operation.hasResult(Result.GONE)
        ? freed(state, operation)
        : when(operation.hasResult(Result.OTHER) && state.held && !isOwn(state, operation), state);
  }

  private Optional<State> read(State state, Span operation) {
    if (operation.hasResult(Result.ABSENT)) {
      return freed(state, operation);
    }
    if (!operation.hasResult(Result.SEEN) || !state.held) {
      return Optional.empty();
    }
    if (proof == Proof.OWNER) {
      return when(operation.text(OWNER).orElse("").equals(state.owner), state);
    }
    long token = operation.number(TOKEN).orElse(UNTOLD);
    return when(isSame(state, token), told(state, token));
  }

  /** The same state with a free lock, if it is free or its lease can be over by now. */
  private static Optional<State> freed(State state, Span operation) {
    if (!state.held) {
      return Optional.of(state);
    }
    return when(
        state.until <= operation.lastMoment(), state.free(Math.max(state.now(), state.until)));
  }

  private boolean isOwn(State state, Span operation) {
    if (!state.held) {
      return false;
    }
    return proof == Proof.OWNER
        ? operation.text(OWNER).orElse("").equals(state.owner)
        : state.token != UNTOLD && operation.number(PROOF).orElse(-1) == state.token;
  }

  private static boolean isSame(State state, long token) {
    return state.token == UNTOLD ? token > state.bounds.top : token == state.token;
  }

  private static State told(State state, long token) {
    Bounds bounds = new Bounds(state.now(), Math.max(state.bounds.top, token));
    return new State(state.held, state.owner, token, state.until, bounds);
  }

  private State hold(State state, Span operation, long token) {
    long ttl = TimeUnit.MILLISECONDS.toNanos(operation.number(TTL_MILLIS).orElse(0));
    long until = state.now() + (long) (ttl / clockRate);
    String owner = proof == Proof.OWNER ? operation.text(Field.OWNER).orElse("") : "";
    Bounds bounds = new Bounds(state.now(), Math.max(state.bounds.top, token));
    return new State(true, owner, token, until, bounds);
  }

  private static Optional<State> when(boolean condition, State state) {
    return condition ? Optional.of(state) : Optional.empty();
  }
}
