package io.tenure.simulation;

import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Repeated;
import java.util.List;
import java.util.Optional;

/** Looks first answers up where a replica keeps them: in its store, or not even written there. */
final class FirstAnswers {

  private final SimStore store;
  private final List<Event> unwritten;

  FirstAnswers(SimStore store, List<Event> unwritten) {
    this.store = store;
    this.unwritten = unwritten;
  }

  /** Puts the first answer for a repeated one; a copy that is too late stays without. */
  Result resolve(Result result) {
    if (result instanceof Repeated repeated) {
      return keyed(repeated.key()).orElseThrow(() -> lost(result));
    }
    return result instanceof Redelivered again ? resolve(again) : result;
  }

  private Result resolve(Redelivered again) {
    Optional<Result> first = delivered(again.delivery(), again.entry());
    if (first.isEmpty() && again.entry() > 0) {
      throw lost(again);
    }
    return first.map(this::keyedIfKnown).orElse(again);
  }

  /**
   * What was kept for a client's key may be forgotten earlier than the delivery that repeats it.
   */
  private Result keyedIfKnown(Result first) {
    return first instanceof Repeated repeated ? keyed(repeated.key()).orElse(first) : first;
  }

  private static AssertionError lost(Result result) {
    return new AssertionError("the first answer is lost: " + result);
  }

  private Optional<Result> keyed(RequestKey key) {
    for (int i = unwritten.size() - 1; i >= 0; i--) {
      if (unwritten.get(i) instanceof AnswerKept kept && kept.key().name().equals(key.name())) {
        return kept.key().equals(key) ? Optional.of(kept.answer()) : Optional.empty();
      }
    }
    return store.answer(key);
  }

  private Optional<Result> delivered(DeliveryId id, long entry) {
    for (Event event : unwritten) {
      if (event instanceof DeliveriesKept kept && kept.kept().entry() == entry) {
        return Optional.of(kept.answers().get(kept.kept().ids().indexOf(id)));
      }
    }
    return store.answer(id, entry);
  }
}
