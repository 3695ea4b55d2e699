package io.tenure.gateway.leases;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Lease;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.util.OptionalLong;

/**
 * One owner's time with a lease, in this dialect's words. Times are microseconds since 1970 on the
 * wall clock, for people; nothing is decided by them.
 */
record Tenure(ClaimView view) {

  static Tenure past(Claim claim) {
    return new Tenure(new ClaimView(claim, 0, claim.tenure().renewed().cluster()));
  }

  /** Whether it is the present one. */
  boolean isValid() {
    return view.claim().isActive();
  }

  boolean isOwnedBy(String client) {
    String owner = view.claim().holder().name();
    return !owner.isEmpty() && owner.equals(client);
  }

  /** The client's id, or something to know it by if it came through a dialect without names. */
  String owner() {
    String owner = view.claim().holder().name();
    return owner.isEmpty() ? "claim " + view.claim().id().value() : owner;
  }

  Ttl length() {
    return view.claim().ttl();
  }

  long acquired() {
    return lease().granted().wallMicros();
  }

  long renewed() {
    return lease().renewed().wallMicros();
  }

  /** When it ends or has ended, in whichever way; empty if it never will. */
  OptionalLong expires() {
    OptionalLong released = released();
    if (released.isPresent()) {
      return released;
    }
    return length().isForever()
        ? OptionalLong.empty()
        : OptionalLong.of(renewed() + length().micros());
  }

  /** When its owner, or somebody with the right to do so, ended it before its time. */
  OptionalLong released() {
    Moment ended = view.claim().ended();
    return ended == null || view.claim().status() == ClaimStatus.EXPIRED
        ? OptionalLong.empty()
        : OptionalLong.of(ended.wallMicros());
  }

  /** What is left of it; empty if it is over, or never will be. */
  OptionalLong remaining() {
    return isValid() && !view.remaining().isForever()
        ? OptionalLong.of(view.remaining().micros())
        : OptionalLong.empty();
  }

  int renewals() {
    return lease().renewals();
  }

  long version() {
    return lease().version().value();
  }

  long token() {
    return lease().token().value();
  }

  UserData data() {
    return view.claim().data();
  }

  private Lease lease() {
    return view.claim().tenure();
  }
}
