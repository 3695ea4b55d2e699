package io.tenure.replication;

import io.tenure.service.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Linearizable reads by read index, in rounds: while one is under way, the reads that come gather
 * for the next, since its answer may be older than they are.
 *
 * <p>Never by the leader's lease: a machine that was suspended would trust a clock that stood
 * still.
 */
final class ReadRounds {

  static final long RETRY_NANOS = 20_000_000;

  /** A round is started at least so often, so that local reads know their age. */
  static final long FRESHEN_NANOS = 1_000_000_000;

  private static final String NO_LEADER = "no leader with a quorum could be found in time";

  private final Effects effects;
  private List<Read<?>> waiting = new ArrayList<>();
  private @Nullable Round underWay;
  private long heldUntilNanos;
  private long freshenNanos;

  /** Whether somebody who waits is there only to let others learn what is committed. */
  private boolean spreading;

  private boolean closed;

  ReadRounds(Effects effects, long nanos) {
    this.effects = effects;
    heldUntilNanos = nanos;
    freshenNanos = nanos;
  }

  void add(Read<?> read) {
    if (closed) {
      effects.answer(read.caller(), read.unavailable(Member.CLOSING));
    } else {
      waiting.add(read);
    }
  }

  /** Fails all who wait, and whoever comes from here on. */
  void close() {
    closed = true;
    List<Read<?>> all = waiting;
    waiting = new ArrayList<>();
    all.forEach(this::add);
  }

  /** Nobody will say any more how far the log is committed. */
  void abandon() {
    Optional.ofNullable(underWay).ifPresent(effects::abandonRound);
  }

  /**
   * Asks for a round that answers nobody: its messages tell the other members how far the log is
   * committed, which they otherwise learn with the next entry only.
   */
  void spreadCommit(long nanos) {
    if (!spreading) {
      spreading = true;
      addNobody(nanos);
    }
  }

  private void addNobody(long nanos) {
    add(new Read<>(state -> true, new Caller(Runnable::run, nanos + FRESHEN_NANOS / 2)));
  }

  /** Starts a round if none is under way and somebody waits. */
  void begin(long nanos) {
    if (nanos - freshenNanos >= 0) {
      freshenNanos = nanos + FRESHEN_NANOS;
      addNobody(nanos);
    }
    if (underWay == null && !waiting.isEmpty() && nanos - heldUntilNanos >= 0) {
      Round round = new Round(waiting, nanos);
      waiting = new ArrayList<>();
      spreading = false; // what is committed from here on needs another round
      underWay = round;
      effects.startRound(round);
    }
  }

  /** When {@link #begin} should be called again, if nothing else happens. */
  long nextNanos() {
    boolean held = underWay == null && !waiting.isEmpty();
    return held && heldUntilNanos - freshenNanos < 0 ? heldUntilNanos : freshenNanos;
  }

  /** A round has ended. If it failed, those who still have time try again a little later. */
  void ended(Round round, boolean succeeded, long nanos) {
    if (round != underWay) {
      return;
    }
    underWay = null;
    if (!succeeded) {
      heldUntilNanos = nanos + RETRY_NANOS;
      List<Read<?>> again = new ArrayList<>(round.reads());
      again.addAll(waiting);
      waiting = new ArrayList<>();
      again.forEach(this::add);
      expire(nanos);
    }
  }

  /** The leader that was asked is not the leader any more. */
  void leaderChanged(long nanos) {
    heldUntilNanos = nanos;
    Optional.ofNullable(underWay).ifPresent(effects::abandonRound);
  }

  void expire(long nanos) {
    if (waiting.isEmpty()) {
      return;
    }
    List<Read<?>> left = new ArrayList<>(waiting.size());
    for (Read<?> read : waiting) {
      if (read.isLate(nanos)) {
        effects.answer(read.caller(), read.unavailable(NO_LEADER));
      } else {
        left.add(read);
      }
    }
    waiting = left;
  }
}
