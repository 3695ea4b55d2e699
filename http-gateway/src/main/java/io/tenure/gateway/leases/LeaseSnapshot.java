package io.tenure.gateway.leases;

import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.StateView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A lease as it was seen at one moment.
 *
 * @param tenure the present one, else the last one; null if the lease was never held
 * @param history the tenures that are over, newest first
 * @param staleMicros how old the snapshot may be
 */
record LeaseSnapshot(@Nullable Tenure tenure, List<Tenure> history, long staleMicros) {

  private static final int LONGEST_HISTORY = 10;

  /** For when nothing could be seen. */
  static final LeaseSnapshot NOTHING = new LeaseSnapshot(null, List.of(), 0);

  /** All that there is to see. */
  static LeaseSnapshot full(StateView state, ResourceKey resource) {
    return of(state, resource, LONGEST_HISTORY);
  }

  /** Who held the lease last, and nothing of the time before. */
  static LeaseSnapshot brief(StateView state, ResourceKey resource) {
    return of(state, resource, 1);
  }

  /** Who holds the lease, or held it last if nobody does. */
  static LeaseSnapshot latest(StateView state, ResourceKey resource) {
    Optional<ClaimView> holder = state.holder(resource);
    return holder.isPresent()
        ? new LeaseSnapshot(new Tenure(holder.get()), List.of(), state.staleMicros())
        : brief(state, resource);
  }

  private static LeaseSnapshot of(StateView state, ResourceKey resource, int past) {
    List<Tenure> history = state.tenures(resource, past).stream().map(Tenure::past).toList();
    Optional<ClaimView> holder = state.holder(resource);
    Tenure tenure =
        holder.isPresent() ? new Tenure(holder.get()) : history.isEmpty() ? null : history.get(0);
    return new LeaseSnapshot(tenure, history, state.staleMicros());
  }

  static LeaseSnapshot of(Tenure tenure) {
    return new LeaseSnapshot(tenure, List.of(), 0);
  }

  boolean isValid() {
    return tenure != null && tenure.isValid();
  }

  /** The same lease at the moment at which it had this tenure. */
  LeaseSnapshot at(Tenure moment) {
    return new LeaseSnapshot(moment, history, staleMicros);
  }

  /** The same lease at a moment at which nobody held it. */
  LeaseSnapshot unheld() {
    return isValid()
        ? new LeaseSnapshot(history.isEmpty() ? null : history.get(0), history, 0)
        : this;
  }
}
