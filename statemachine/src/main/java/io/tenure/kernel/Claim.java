package io.tenure.kernel;

import org.jspecify.annotations.Nullable;

/**
 * One holder's wish for one resource, from the moment it was filed until it ended.
 *
 * @param ttl how long its lease lasts from a grant or a renewal that names no other
 * @param namespace what its quota is counted under; empty where a dialect has no quotas
 * @param lease what it was granted, kept after its end; null while it has not been granted
 * @param ended when it got into its final status; null while it is live
 */
public record Claim(
    ClaimId id,
    ResourceKey resource,
    Holder holder,
    Ttl ttl,
    UserData data,
    String namespace,
    Moment filed,
    ClaimStatus status,
    @Nullable Lease lease,
    @Nullable Moment ended) {

  /** Invariant: an active claim has a lease, a waiting one has none, a live one has no end. */
  public Claim {
    boolean sound =
        switch (status) {
          case WAITING -> lease == null && ended == null;
          case ACTIVE -> lease != null && ended == null;
          case RELEASED, EXPIRED -> lease != null && ended != null;
          case ABORTED, REVOKED, WITHDRAWN -> ended != null;
        };
    if (!sound) {
      throw new IllegalArgumentException(id + " cannot be " + status + " with " + lease);
    }
  }

  static Claim file(ClaimId id, Command.Acquire wish, Moment now) {
    return new Claim(
        id,
        wish.resource(),
        wish.holder(),
        wish.ttl(),
        wish.data(),
        wish.namespace(),
        now,
        ClaimStatus.WAITING,
        null,
        null);
  }

  /** The lease of a claim that is, or was, active. */
  public Lease tenure() {
    if (lease == null) {
      throw new IllegalStateException(id + " was never granted");
    }
    return lease;
  }

  public boolean isActive() {
    return status == ClaimStatus.ACTIVE;
  }

  Claim activate(Lease granted) {
    mustBecome(ClaimStatus.ACTIVE);
    return new Claim(
        id, resource, holder, ttl, data, namespace, filed, ClaimStatus.ACTIVE, granted, null);
  }

  Claim renew(Lease renewed, Holder newHolder, Ttl newTtl, UserData newData) {
    return new Claim(
        id, resource, newHolder, newTtl, newData, namespace, filed, status, renewed, null);
  }

  Claim end(ClaimStatus ending, Moment now, UserData kept) {
    mustBecome(ending);
    return new Claim(id, resource, holder, ttl, kept, namespace, filed, ending, lease, now);
  }

  /** Sixty-four bits that differ whenever anything about the claim does. */
  long digest() {
    Digest digest =
        Digest.start()
            .add(id.value())
            .add(resource.name())
            .add(holder.name())
            .add(holder.kind().ordinal())
            .add(ttl.micros())
            .add(data.digest())
            .add(namespace)
            .add(filed)
            .add(status.ordinal());
    if (lease != null) {
      digest =
          digest
              .add(lease.token().value())
              .add(lease.version().value())
              .add(lease.granted())
              .add(lease.renewed())
              .add(lease.renewals())
              .add(lease.expiresAt().micros());
    }
    return ended == null ? digest.value() : digest.add(ended).value();
  }

  private void mustBecome(ClaimStatus next) {
    if (!status.mayBecome(next)) {
      throw new IllegalStateException(id + " cannot become " + next + " from " + status);
    }
  }
}
