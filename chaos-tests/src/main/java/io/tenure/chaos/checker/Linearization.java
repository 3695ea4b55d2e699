package io.tenure.chaos.checker;

import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks for an order of a key's operations that a {@link Model} could have produced, and in which
 * every operation stands between its beginning and its end: the search of Wing and Gong, with
 * Lowe's memory of what was tried.
 *
 * <p>The beginnings and ends of all operations form one list in the order of time. The first
 * operation of the order must be one that began before the first end in the list. Take one that the
 * model allows, remove its beginning and its end from the list, and go on with what is left. At an
 * end that was not removed, no further operation can come first: undo the last choice. A set of
 * operations that led to the same state before is not tried again, whatever their order was.
 *
 * <p>An operation that must happen, may come first and leaves the state as it is can always come
 * first: where an order exists, it may be moved to its front. So it is taken at once, and nothing
 * else is tried in its place.
 *
 * <p>An operation of unknown outcome has no end. It may be taken at any time after its beginning,
 * or never. One that surely failed is no part of the order.
 */
final class Linearization<S> {

  private static final int LOOKS_PER_CLOCK_READING = 1024;

  private final Model<S> model;
  private final Moment head = new Moment(null, -1, true);
  private final Deque<Choice<S>> order = new ArrayDeque<>();
  private final Set<Tried<S>> tried = new HashSet<>();
  private final BitSet done;
  private S state;
  private int left;
  private long looks;
  private int longest = -1;
  private @Nullable Span stuck;

  Linearization(Model<S> model, List<Span> operations) {
    this.model = model;
    this.state = model.initial();
    this.done = new BitSet(operations.size());
    link(operations);
  }

  /** What was found, and the operation at which the longest order that was found broke off. */
  record Finding(CheckOutcome outcome, int longest, Optional<Span> stuck) {}

  /**
   * Searches until there is an answer or the time is over.
   *
   * @param until by {@link System#nanoTime}
   */
  Finding search(long until) {
    Moment at = takeWhatChangesNothing();
    while (left > 0) {
      if (++looks % LOOKS_PER_CLOCK_READING == 0 && System.nanoTime() - until > 0) {
        return finding(CheckOutcome.UNKNOWN);
      }
      if (at != null && at.begins) {
        at = take(at) ? takeWhatChangesNothing() : at.next;
      } else {
        noteDeadEnd(at);
        while (!order.isEmpty() && order.peek().isForced) {
          undo();
        }
        if (order.isEmpty()) {
          return finding(CheckOutcome.INVALID);
        }
        at = undo().next;
      }
    }
    return finding(CheckOutcome.VALID);
  }

  /** Returns where to go on: at the first beginning or end that is left. */
  private @Nullable Moment takeWhatChangesNothing() {
    Moment at = head.next;
    while (at != null && at.begins) {
      Span operation = at.operation();
      if (mustHappen(operation) && model.step(state, operation).filter(state::equals).isPresent()) {
        choose(at, state, true);
        at = head.next;
      } else {
        at = at.next;
      }
    }
    return head.next;
  }

  private Finding finding(CheckOutcome outcome) {
    return new Finding(outcome, Math.max(longest, order.size()), Optional.ofNullable(stuck));
  }

  private boolean take(Moment beginning) {
    Optional<S> next = model.step(state, beginning.operation());
    if (next.isEmpty()) {
      return false;
    }
    BitSet after = (BitSet) done.clone();
    after.set(beginning.index);
    if (!tried.add(new Tried<>(after, next.get()))) {
      return false;
    }
    choose(beginning, next.get(), false);
    return true;
  }

  private void choose(Moment beginning, S next, boolean forced) {
    order.push(new Choice<>(beginning, state, forced));
    done.set(beginning.index);
    state = next;
    left -= mustHappen(beginning.operation()) ? 1 : 0;
    beginning.remove();
  }

  private Moment undo() {
    Choice<S> last = order.pop();
    state = last.before;
    done.clear(last.beginning.index);
    left += mustHappen(last.beginning.operation()) ? 1 : 0;
    last.beginning.putBack();
    return last.beginning;
  }

  private void noteDeadEnd(@Nullable Moment end) {
    if (end != null && order.size() > longest) {
      longest = order.size();
      stuck = end.operation();
    }
  }

  private static boolean mustHappen(Span operation) {
    return operation.phase() != Phase.UNKNOWN;
  }

  private void link(List<Span> operations) {
    List<Moment> moments = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      Span operation = operations.get(i);
      if (operation.phase() != Phase.FAIL) {
        Moment begin = new Moment(operation, i, true);
        Moment end = new Moment(operation, i, false);
        begin.partner = end;
        moments.add(begin);
        moments.add(end);
        left += mustHappen(operation) ? 1 : 0;
      }
    }
    // At one time, beginnings come first: what touches may have overlapped.
    moments.sort(Comparator.comparingLong(Moment::nanos).thenComparing(m -> !m.begins));
    Moment before = head;
    for (Moment moment : moments) {
      before.next = moment;
      moment.previous = before;
      before = moment;
    }
  }

  /**
   * What was taken.
   *
   * @param isForced nothing else need be tried in its place
   */
  private record Choice<S>(Moment beginning, S before, boolean isForced) {}

  private record Tried<S>(BitSet done, S state) {}

  /** A beginning or an end in the list. */
  private static final class Moment {

    private final @Nullable Span operation;
    private final int index;
    private final boolean begins;
    private @Nullable Moment partner;
    private @Nullable Moment previous;
    private @Nullable Moment next;

    Moment(@Nullable Span operation, int index, boolean begins) {
      this.operation = operation;
      this.index = index;
      this.begins = begins;
    }

    Span operation() {
      if (operation == null) {
        throw new IllegalStateException("the head of the list is no operation");
      }
      return operation;
    }

    long nanos() {
      return begins ? operation().begin() : operation().lastMoment();
    }

    void remove() {
      leave();
      if (partner != null) {
        partner.leave();
      }
    }

    void putBack() {
      if (partner != null) {
        partner.comeBack();
      }
      comeBack();
    }

    private void leave() {
      if (previous != null) {
        previous.next = next;
      }
      if (next != null) {
        next.previous = previous;
      }
    }

    private void comeBack() {
      if (previous != null) {
        previous.next = this;
      }
      if (next != null) {
        next.previous = this;
      }
    }
  }
}
