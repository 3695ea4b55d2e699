package io.tenure.gateway.leases;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.LeaseNames;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** A lease in a list: who holds it, or who held it last. */
record Listed(LeaseUri uri, Tenure tenure) {

  /**
   * The leases among these claims, by key. A lease that was held under its earlier name too is
   * shown once, as it is now.
   */
  static List<Listed> of(Collection<ClaimView> claims) {
    TreeMap<String, Listed> leases = new TreeMap<>();
    for (ClaimView view : claims) {
      of(view).ifPresent(lease -> leases.merge(lease.uri().key(), lease, Listed::later));
    }
    return List.copyOf(leases.values());
  }

  private static Optional<Listed> of(ClaimView view) {
    Claim claim = view.claim();
    return LeaseUri.of(LeaseNames.present(claim.resource(), claim.namespace()))
        .map(uri -> new Listed(uri, claim.isActive() ? new Tenure(view) : Tenure.past(claim)));
  }

  /** Versions grow over all owners of all leases. */
  private Listed later(Listed other) {
    return other.tenure.version() > tenure.version() ? other : this;
  }
}
