package io.tenure.store;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ResourceKey;

/** What of an ended claim leads to all its index entries, so that it can be forgotten unread. */
record End(ClaimId id, ResourceKey resource, boolean granted, ClaimStatus status) {

  static End of(Claim ended) {
    return new End(ended.id(), ended.resource(), ended.lease() != null, ended.status());
  }
}
