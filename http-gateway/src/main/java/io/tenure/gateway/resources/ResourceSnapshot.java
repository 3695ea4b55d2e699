package io.tenure.gateway.resources;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.StateView;
import java.util.List;
import java.util.Optional;

/**
 * A resource at one moment.
 *
 * @param queueLength how many wait, of whom {@code queue} has the first
 * @param tenures the last claims that held it and have ended, newest first
 */
record ResourceSnapshot(
    ResourceKey resource,
    Optional<ClaimView> holder,
    int queueLength,
    List<ClaimView> queue,
    List<Claim> tenures) {

  static final int MOST_QUEUED = 100;
  static final int MOST_TENURES = 10;

  static ResourceSnapshot of(ResourceKey resource, StateView state) {
    return new ResourceSnapshot(
        resource,
        state.holder(resource),
        state.queueLength(resource),
        state.queue(resource, MOST_QUEUED),
        state.tenures(resource, MOST_TENURES));
  }
}
