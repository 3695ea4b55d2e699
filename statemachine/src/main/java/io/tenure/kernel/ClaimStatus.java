package io.tenure.kernel;

/**
 * Where a claim stands.
 *
 * <pre>
 *   WAITING ──▶ ACTIVE ──▶ RELEASED | ABORTED | REVOKED | WITHDRAWN | EXPIRED
 *      └──▶ ABORTED | REVOKED | WITHDRAWN
 * </pre>
 */
public enum ClaimStatus {
  WAITING(0),
  ACTIVE(1),
  RELEASED(2),
  ABORTED(3),
  EXPIRED(4),
  REVOKED(5),
  WITHDRAWN(6);

  private final int inDigests;

  ClaimStatus(int inDigests) {
    this.inDigests = inDigests;
  }

  /** What stands for it in digests: never changed, nor given to another. */
  int inDigests() {
    return inDigests;
  }

  /** Whether a claim in this status may get into the other; final statuses lead nowhere. */
  public boolean mayBecome(ClaimStatus next) {
    return switch (this) {
      case WAITING -> next == ACTIVE || isCancellation(next);
      case ACTIVE -> next == RELEASED || next == EXPIRED || isCancellation(next);
      case RELEASED, ABORTED, EXPIRED, REVOKED, WITHDRAWN -> false;
    };
  }

  public boolean isLive() {
    return this == WAITING || this == ACTIVE;
  }

  public boolean isFinal() {
    return !isLive();
  }

  private static boolean isCancellation(ClaimStatus status) {
    return status == ABORTED || status == REVOKED || status == WITHDRAWN;
  }
}
