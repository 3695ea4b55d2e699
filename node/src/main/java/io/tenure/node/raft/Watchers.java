package io.tenure.node.raft;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Event;
import io.tenure.kernel.StateView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Those who wait for a claim to change. A waiter costs memory, not a thread.
 *
 * <p>Guarded by the replica's lock: whoever registers has looked at the state under the same lock,
 * so no change falls between the look and the registration.
 */
final class Watchers {

  /** One who waits until a claim is not in a status any more. */
  interface Waiter {

    ClaimStatus from();

    /** Tells what the claim has become; nothing, if it is not there. */
    void changed(Optional<ClaimView> claim, Delivery delivery);
  }

  private final Map<ClaimId, List<Waiter>> waiters = new HashMap<>();

  /** Read by metrics too; written under the lock only. */
  private volatile int size;

  int size() {
    return size;
  }

  void add(ClaimId claim, Waiter waiter) {
    waiters.computeIfAbsent(claim, id -> new ArrayList<>(1)).add(waiter);
    size = size + 1;
  }

  void remove(ClaimId claim, Waiter waiter) {
    List<Waiter> all = waiters.get(claim);
    if (all != null && all.remove(waiter)) {
      size = size - 1;
      if (all.isEmpty()) {
        waiters.remove(claim);
      }
    }
  }

  /** Looks which of these events somebody waits for. */
  void happened(List<Event> events, Supplier<StateView> state) {
    if (waiters.isEmpty()) {
      return;
    }
    Delivery delivery = new Delivery();
    for (Event event : events) {
      claimOf(event).ifPresent(id -> tell(id, state.get(), delivery));
    }
    delivery.send();
  }

  /** After another state was taken over as a whole. */
  void everythingMayHaveChanged(StateView state) {
    Delivery delivery = new Delivery();
    List.copyOf(waiters.keySet()).forEach(id -> tell(id, state, delivery));
    delivery.send();
  }

  private static Optional<ClaimId> claimOf(Event event) {
    if (event instanceof Event.ClaimGranted granted) {
      return Optional.of(granted.claim().id());
    }
    return event instanceof Event.ClaimEnded ended
        ? Optional.of(ended.claim().id())
        : Optional.empty();
  }

  private void tell(ClaimId id, StateView state, Delivery delivery) {
    if (!waiters.containsKey(id)) {
      return;
    }
    Optional<ClaimView> claim = state.claim(id);
    for (Waiter waiter : List.copyOf(waiters.get(id))) {
      if (claim.isEmpty() || claim.get().claim().status() != waiter.from()) {
        remove(id, waiter);
        waiter.changed(claim, delivery);
      }
    }
  }
}
