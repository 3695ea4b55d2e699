package io.tenure.gateway.leases;

import io.tenure.kernel.ResourceKey;

/** The lease that a call is about, and the form in which the client wants the answer. */
record LeaseTarget(LeaseUri uri, Form form) {

  ResourceKey resource() {
    return uri.resource();
  }
}
