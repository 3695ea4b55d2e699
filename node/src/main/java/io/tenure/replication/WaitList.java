package io.tenure.replication;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.ClaimChanged;
import io.tenure.kernel.StateView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Those who wait for claims to change. Changed only while the state stands still, so that no change
 * falls between a look at a claim and the registration.
 */
public final class WaitList implements StateListener {

  private final Supplier<? extends Replies> newReplies;
  private final Map<ClaimId, List<Wait>> waits = new HashMap<>();

  /** Read by metrics too. */
  private volatile int size;

  public WaitList(Supplier<? extends Replies> newReplies) {
    this.newReplies = newReplies;
  }

  public int size() {
    return size;
  }

  void add(Wait wait) {
    waits.computeIfAbsent(wait.claim(), id -> new ArrayList<>(1)).add(wait);
    size = size + 1;
  }

  void remove(Wait wait) {
    List<Wait> all = waits.get(wait.claim());
    if (all != null && all.remove(wait)) {
      size = size - 1;
      if (all.isEmpty()) {
        waits.remove(wait.claim());
      }
    }
  }

  /** Lets none of them be told any more. */
  public void forget(List<Wait> some) {
    some.forEach(wait -> wait.forget(this));
  }

  @Override
  public void applied(List<Step> steps, Applied now) {
    if (waits.isEmpty()) {
      return;
    }
    Replies replies = newReplies.get();
    changed(steps)
        .forEach((id, claim) -> tell(id, Optional.of(new ClaimView(claim, 0, now.now())), replies));
    replies.send();
  }

  /** The claims that somebody waits for and that have changed, each as it is after all steps. */
  private Map<ClaimId, Claim> changed(List<Step> steps) {
    Map<ClaimId, Claim> changed = new LinkedHashMap<>();
    for (Step step : steps) {
      for (Event event : step.events()) {
        if (event instanceof ClaimChanged change && waits.containsKey(change.claim().id())) {
          changed.put(change.claim().id(), change.claim());
        }
      }
    }
    return changed;
  }

  @Override
  public void replaced(StateView state, Applied now) {
    Replies replies = newReplies.get();
    List.copyOf(waits.keySet()).forEach(id -> tell(id, state.claim(id), replies));
    replies.send();
  }

  private void tell(ClaimId id, Optional<ClaimView> now, Replies replies) {
    for (Wait wait : List.copyOf(waits.getOrDefault(id, List.of()))) {
      if (wait.isToldOf(now)) {
        remove(wait);
        replies.add(wait.caller(), wait.told(now));
      }
    }
  }
}
