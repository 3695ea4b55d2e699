package io.tenure.kernel;

/**
 * The right that an active claim gives, until a time. Its token stays the same for as long as it
 * lasts; its version changes with every renewal.
 *
 * @param renewed when it was last renewed, or granted if it never was
 * @param expiresAt the first moment at which it does not hold any more
 */
public record Lease(
    FencingToken token,
    LeaseVersion version,
    Moment granted,
    Moment renewed,
    int renewals,
    ClusterTime expiresAt) {

  static Lease grant(LeaseVersion version, Moment now, Ttl ttl) {
    return new Lease(version.asToken(), version, now, now, 0, ttl.endsAt(now.cluster()));
  }

  Lease renew(LeaseVersion newVersion, Moment now, Ttl ttl) {
    return new Lease(token, newVersion, granted, now, renewals + 1, ttl.endsAt(now.cluster()));
  }

  Lease endingAt(ClusterTime end) {
    return new Lease(token, version, granted, renewed, renewals, end);
  }

  Lease withVersion(LeaseVersion later) {
    return new Lease(token, later, granted, renewed, renewals, expiresAt);
  }

  /** A lease holds up to, but not at, its expiry. */
  boolean isExpiredAt(ClusterTime now) {
    return !now.isBefore(expiresAt);
  }
}
