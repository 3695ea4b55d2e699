package io.tenure.kernel;

import org.jspecify.annotations.Nullable;

/**
 * One holder's wish for one resource, from the moment it was filed until it ended.
 *
 * @param ttl how long its lease lasts from a grant or a renewal that names no other
 * @param namespace what its quota is counted under; empty where a dialect has no quotas
 * @param lease what it was granted, kept after its end; null while it has not been granted
 * @param ended when it got into its final status; null while it is live
 * @param asks how its owner has asked for it, while that is how the owner learns of its promotion;
 *     on an active claim: the owner has not asked since, and the lease's end counts from the end of
 *     its grace
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
    @Nullable Moment ended,
    @Nullable Asks asks) {

  /** Invariant: an active claim has a lease, a waiting one has none, a live one has no end. */
  public Claim {
    boolean sound =
        switch (status) {
          case WAITING -> lease == null && ended == null;
          case ACTIVE -> lease != null && ended == null;
          case RELEASED, EXPIRED -> lease != null && ended != null;
          case ABORTED, REVOKED, WITHDRAWN -> ended != null;
        };
    if (!sound || (asks != null && ended != null)) {
      throw new IllegalArgumentException(id + " cannot be " + status + " with " + lease);
    }
  }

  static Claim file(ClaimId id, Command.Acquire wish, Moment now, @Nullable Asks asks) {
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
        null,
        asks);
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

  /** Whether its lease lasts no time at all, and nobody is waited for who could change that. */
  boolean isEmpty() {
    return ttl.micros() == 0 && asks == null;
  }

  /** Granted to an owner who learns of it at once. */
  Claim activate(LeaseVersion version, Moment now) {
    return activate(Lease.grant(version, now, ttl), null);
  }

  /** Granted while the owner was away; one that polls gets the time to ask. */
  Claim promote(LeaseVersion version, Moment now, Settings settings) {
    if (asks == null || ttl.isForever() || settings.promotionGraceMicros() == 0) {
      return activate(version, now);
    }
    ClusterTime start = now.cluster().plusMicros(asks.graceMicros(settings));
    return activate(Lease.grant(version, now, ttl).endingAt(ttl.endsAt(start)), asks);
  }

  private Claim activate(Lease granted, @Nullable Asks open) {
    mustBecome(ClaimStatus.ACTIVE);
    return new Claim(
        id, resource, holder, ttl, data, namespace, filed, ClaimStatus.ACTIVE, granted, null, open);
  }

  /**
   * Its owner has asked for it, and {@link #asks} is there. If it was promoted meanwhile, its ttl
   * starts now, unless the grace is over and it runs already.
   */
  Claim asked(Asks open, ClusterTime now) {
    if (lease == null) {
      return with(null, open.again(now));
    }
    ClusterTime end = ttl.endsAt(now);
    return with(end.isBefore(lease.expiresAt()) ? lease.endingAt(end) : lease, null);
  }

  private Claim with(@Nullable Lease changed, @Nullable Asks open) {
    return new Claim(
        id, resource, holder, ttl, data, namespace, filed, status, changed, ended, open);
  }

  Claim renew(Lease renewed, Holder newHolder, Ttl newTtl, UserData newData) {
    return new Claim(
        id, resource, newHolder, newTtl, newData, namespace, filed, status, renewed, null, null);
  }

  Claim end(ClaimStatus ending, Moment now, UserData kept) {
    mustBecome(ending);
    return new Claim(id, resource, holder, ttl, kept, namespace, filed, ending, lease, now, null);
  }

  /** With a later version of its lease. */
  Claim withVersion(LeaseVersion version) {
    return with(tenure().withVersion(version), asks);
  }

  /** Sixty-four bits that differ whenever anything about the claim does. */
  long digest() {
    Digest digest =
        Digest.start()
            .add(id.value())
            .add(resource.name())
            .add(holder.name())
            .add(holder.kind().inDigests())
            .add(ttl.micros())
            .add(data.digest())
            .add(namespace)
            .add(filed)
            .add(status.inDigests());
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
    if (asks != null) {
      digest = digest.add(asks.last().micros()).add(asks.longestMicros());
    }
    return ended == null ? digest.value() : digest.add(ended).value();
  }

  private void mustBecome(ClaimStatus next) {
    if (!status.mayBecome(next)) {
      throw new IllegalStateException(id + " cannot become " + next + " from " + status);
    }
  }
}
