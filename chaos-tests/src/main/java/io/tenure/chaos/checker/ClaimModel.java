package io.tenure.chaos.checker;

import static io.tenure.chaos.history.Field.POSITION;
import static io.tenure.chaos.history.Field.STATUS;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One resource of the claims dialect: its holder, its queue, and how its claims ended.
 *
 * <p><b>How expiry is judged.</b> As in {@link LeaseModel}, the end of a lease is nobody's
 * operation: an operation whose answer needs the holder to be another means that leases ended
 * before it, and those in line were promoted. Leases end no sooner than an answer needs it. The
 * time of a grant is that of an entry of the log, which is not before the beginning of any request
 * that the log has up to there ({@code stamped}); reads have no entry, and say nothing of it. A
 * promotion is not before the earliest end of the lease before it, nor before the claim was filed.
 * So {@code until} is never later than the true end, whether the ttl of a promoted claim starts
 * with its promotion or later.
 *
 * <p>Ids and tokens are given in the order of the log, so of claims whose ids and tokens are known
 * only one order has to be tried.
 */
final class ClaimModel implements Model<ClaimModel.State> {

  private static final String EXPIRED = "expired";

  private final ClaimFacts facts;
  private final double clockRate;

  ClaimModel(ClaimFacts facts, double clockRate) {
    this.facts = facts;
    this.clockRate = clockRate;
  }

  /**
   * A claim that has not ended.
   *
   * @param filed it was not filed before
   * @param until if it is the holder, its lease does not end before
   */
  record Live(long claim, long filed, long until) {}

  /**
   * All claims that were filed so far.
   *
   * @param live the holder, then those in line
   * @param ended the final status by claim
   * @param stamped the last entry of the log was not stamped before
   * @param newest the largest id
   * @param top the largest token that is known
   */
  record State(List<Live> live, Map<Long, String> ended, long stamped, long newest, long top) {

    int indexOf(long claim) {
      for (int i = 0; i < live.size(); i++) {
        if (live.get(i).claim == claim) {
          return i;
        }
      }
      return -1;
    }

    boolean has(long claim) {
      return ended.containsKey(claim) || indexOf(claim) >= 0;
    }

    State with(List<Live> now) {
      return new State(List.copyOf(now), ended, stamped, newest, top);
    }

    State stampedAt(long nanos) {
      return nanos <= stamped ? this : new State(live, ended, nanos, newest, top);
    }

    State without(int index, String status) {
      List<Live> rest = new ArrayList<>(live);
      Map<Long, String> more = new TreeMap<>(ended);
      more.put(rest.remove(index).claim, status);
      return new State(List.copyOf(rest), more, stamped, newest, top);
    }
  }

  @Override
  public State initial() {
    return new State(List.of(), Map.of(), Long.MIN_VALUE, -1, -1);
  }

  @Override
  public Optional<State> step(State before, Span operation) {
    if (operation.action().equals(ClaimStory.READ)) {
      return operation.isOk() ? read(before, operation) : Optional.empty();
    }
    State state = before.stampedAt(operation.begin());
    Optional<State> after =
        switch (operation.action()) {
          case ClaimStory.FILE -> file(state, operation);
          case ClaimStory.END -> end(state, operation);
          default -> operation.isOk() ? ask(state, operation) : Optional.empty();
        };
    return after.filter(next -> next.stamped <= operation.lastMoment());
  }

  private Optional<State> read(State state, Span operation) {
    if (operation.hasResult(Result.ABSENT)) {
      return facts.claim(operation).stream().noneMatch(state::has)
          ? Optional.of(state)
          : Optional.empty();
    }
    return operation.hasResult(Result.ODD) ? Optional.of(state) : shows(state, operation);
  }

  private Optional<State> file(State state, Span operation) {
    OptionalLong id = facts.claim(operation);
    if (id.isEmpty()) {
      return operation.isOk() ? Optional.of(state) : Optional.empty(); // it never came to be
    }
    if (state.has(id.getAsLong())) {
      return fileAgain(state, operation);
    }
    if (operation.flag(Field.REPLAYED) || id.getAsLong() <= state.newest) {
      return Optional.empty();
    }
    return room(state, operation).flatMap(room -> append(room, id.getAsLong()));
  }

  /** Who is not told that it is an old answer may be shown the old state. */
  private Optional<State> fileAgain(State state, Span operation) {
    if (operation.phase() == Phase.UNKNOWN) {
      return Optional.empty();
    }
    return operation.flag(Field.REPLAYED) ? shows(state, operation) : Optional.of(state);
  }

  /** The state with as many ahead as the answer says, if it says so; who waited is told later. */
  private Optional<State> room(State state, Span operation) {
    boolean silent = !operation.isOk() || operation.number(Field.WAIT_MILLIS).isPresent();
    if (!silent && operation.hasResult(Result.GRANTED)) {
      return expire(state, state.live.size(), operation);
    }
    if (!silent && operation.hasResult(Result.QUEUED)) {
      return ahead(state, state.live.size(), operation);
    }
    return Optional.of(state);
  }

  private Optional<State> append(State state, long claim) {
    List<Live> more = new ArrayList<>(state.live);
    more.add(new Live(claim, state.stamped, Long.MAX_VALUE));
    State filed = new State(List.copyOf(more), state.ended, state.stamped, claim, state.top);
    return more.size() == 1 ? grantFirst(filed, state.stamped) : Optional.of(filed);
  }

  private Optional<State> end(State state, Span operation) {
    long claim = facts.claim(operation).orElse(-1);
    if (operation.isOk() && !operation.hasResult(Result.ENDED)) {
      boolean again = facts.isRepeated(operation);
      return again ? Optional.of(state) : ask(state, operation);
    }
    if (!operation.isOk() && !facts.canHaveEnded(operation)) {
      return Optional.empty();
    }
    String ending = operation.text(Field.ENDING).orElse("");
    int index = state.indexOf(claim);
    if (index < 0) {
      return hasEndedSo(state, operation, ending) ? Optional.of(state) : Optional.empty();
    }
    Optional<State> ready =
        ending.equals("released") ? expire(state, index, operation) : Optional.of(state);
    return ready.flatMap(now -> removed(now, now.indexOf(claim), ending));
  }

  /** Whether this repeats what ended the claim. */
  private boolean hasEndedSo(State state, Span operation, String ending) {
    long claim = facts.claim(operation).orElse(-1);
    return operation.isOk() && ending.equals(state.ended.get(claim)) && facts.isRepeated(operation);
  }

  private Optional<State> removed(State state, int index, String ending) {
    State rest = state.without(index, ending);
    return index == 0 && !rest.live.isEmpty() ? grantFirst(rest, state.stamped) : Optional.of(rest);
  }

  /** Anything else that an owner asks, and what it is told of its claim. */
  private Optional<State> ask(State state, Span operation) {
    if (operation.hasResult(Result.RENEWED)) {
      return prolonged(state, operation, ClaimStory.ttlNanos(operation));
    }
    if (operation.hasResult(Result.CONFIRMED)) {
      return prolonged(state, operation, ClaimStory.remainingNanos(operation));
    }
    return operation.hasResult(Result.ODD) ? Optional.of(state) : shows(state, operation);
  }

  private Optional<State> prolonged(State state, Span operation, long nanos) {
    long claim = facts.claim(operation).orElse(-1);
    int index = state.indexOf(claim);
    if (index < 0) {
      return Optional.empty();
    }
    return expire(state, index, operation)
        .map(
            now -> {
              Live holder = now.live.get(0);
              long until = Math.max(holder.until, now.stamped + lasting(nanos));
              List<Live> live = new ArrayList<>(now.live);
              live.set(0, new Live(claim, holder.filed, until));
              return now.with(live);
            });
  }

  /** The state in which the claim is as the answer shows it. */
  private Optional<State> shows(State state, Span operation) {
    long claim = facts.claim(operation).orElse(-1);
    String status = operation.text(STATUS).orElse("");
    int index = state.indexOf(claim);
    if (index < 0) {
      return status.equals(state.ended.get(claim)) ? Optional.of(state) : Optional.empty();
    }
    return switch (status) {
      case "waiting" -> index == 0 ? Optional.empty() : ahead(state, index, operation);
      case "active" -> expire(state, index, operation);
      case EXPIRED -> expire(state, index + 1, operation);
      default -> Optional.empty();
    };
  }

  /** The state with so many ahead as the answer says, of those that are; the others ended. */
  private Optional<State> ahead(State state, int most, Span operation) {
    long told = operation.number(POSITION).orElse(most);
    return told >= 1 && told <= most
        ? expire(state, most - (int) told, operation)
        : Optional.empty();
  }

  /** The state in which the first leases have ended, one after another, if they can have. */
  private Optional<State> expire(State state, int number, Span operation) {
    State now = state;
    for (int i = 0; i < number; i++) {
      long until = now.live.get(0).until;
      if (until > operation.lastMoment()) {
        return Optional.empty();
      }
      State rest = now.without(0, EXPIRED).stampedAt(until);
      Optional<State> next = rest.live.isEmpty() ? Optional.of(rest) : grantFirst(rest, until);
      if (next.isEmpty()) {
        return next;
      }
      now = next.get();
    }
    return Optional.of(now);
  }

  /** Makes the first in line the holder, not before this time. */
  private Optional<State> grantFirst(State state, long notBefore) {
    Live first = state.live.get(0);
    long from = Math.max(notBefore, first.filed);
    OptionalLong token = facts.token(first.claim);
    if (token.isPresent() && token.getAsLong() <= state.top) {
      return Optional.empty();
    }
    List<Live> live = new ArrayList<>(state.live);
    live.set(0, new Live(first.claim, first.filed, from + lasting(facts.ttlNanos(first.claim))));
    long top = token.orElse(state.top);
    return Optional.of(new State(List.copyOf(live), state.ended, state.stamped, state.newest, top));
  }

  private long lasting(long nanos) {
    return Math.min((long) (nanos / clockRate), TimeUnit.DAYS.toNanos(365));
  }
}
