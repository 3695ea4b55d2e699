package io.tenure.client.machine;

/** Why a claim that was held is not any more. */
public record Loss(Reason reason, String detail) {

  /** The ways to lose a claim. */
  public enum Reason {
    /** Its time was over by the client's own clock before a renewal was confirmed. */
    DEADLINE,
    /**
     * The wall clock went ahead of the monotonic one: the machine was suspended, or set forward.
     */
    SUSPENDED,
    /** The cluster says that it has expired. */
    EXPIRED,
    /** Somebody revoked it. */
    REVOKED,
    /** The cluster says that it has ended in another way, or does not know it, or us, any more. */
    ENDED
  }
}
