package io.tenure.kernel;

import static java.util.Objects.requireNonNull;

/**
 * A claim as it stood at one moment.
 *
 * @param position its place in the queue: 0 for the holder, 1 for the next in line; it means
 *     nothing once the claim has ended
 * @param now the moment, from which all its durations are counted
 */
public record ClaimView(Claim claim, int position, ClusterTime now) {

  /** How long it waited, or has waited so far. */
  public long waitingMicros() {
    ClusterTime until =
        claim.lease() != null
            ? claim.lease().granted().cluster()
            : claim.ended() != null ? claim.ended().cluster() : now;
    return Math.max(0, until.microsSince(claim.filed().cluster()));
  }

  /** How long it was, or has been, active; only for a claim that was granted. */
  public long activeMicros() {
    ClusterTime until = claim.ended() != null ? requireNonNull(claim.ended()).cluster() : now;
    return Math.max(0, until.microsSince(claim.tenure().granted().cluster()));
  }

  /** What is left of an active claim's lease; {@link Ttl#FOREVER} if it never ends. */
  public Ttl remaining() {
    ClusterTime expiresAt = claim.tenure().expiresAt();
    return expiresAt.equals(ClusterTime.NEVER)
        ? Ttl.FOREVER
        : new Ttl(Math.max(0, expiresAt.microsSince(now)));
  }
}
