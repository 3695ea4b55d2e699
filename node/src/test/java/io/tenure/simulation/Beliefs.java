package io.tenure.simulation;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ResourceKey;
import java.util.ArrayList;
import java.util.List;

/**
 * Who thinks that it holds what, counted by each client's own clock from before it asked. This is
 * what all the rest is for: no two at the same true time.
 */
final class Beliefs {

  private record Belief(SimClient client, ResourceKey resource, ClaimId claim, long untilMicros) {
    boolean isOver() {
      return client.clock.monotonicMicros() >= untilMicros;
    }
  }

  private final List<Belief> beliefs = new ArrayList<>();

  void begin(SimClient client, ResourceKey resource, ClaimId claim, long untilMicros) {
    beliefs.removeIf(Belief::isOver);
    for (Belief other : beliefs) {
      if (other.resource().equals(resource) && other.client() != client) {
        throw new AssertionError(
            "clients %d and %d both believe to hold %s, by %s and %s"
                .formatted(other.client().id, client.id, resource, other.claim(), claim));
      }
    }
    beliefs.removeIf(own -> own.client() == client && own.claim().equals(claim));
    beliefs.add(new Belief(client, resource, claim, untilMicros));
  }

  void end(SimClient client, ResourceKey resource) {
    beliefs.removeIf(own -> own.client() == client && own.resource().equals(resource));
  }

  /** A claim has ended by decision of the cluster. */
  void claimEnded(ClaimId claim) {
    for (Belief belief : beliefs) {
      if (belief.claim().equals(claim) && !belief.isOver()) {
        throw new AssertionError(
            "%s ended while client %d believes to hold %s for another %d us"
                .formatted(
                    claim,
                    belief.client().id,
                    belief.resource(),
                    belief.untilMicros() - belief.client().clock.monotonicMicros()));
      }
    }
  }
}
