package io.tenure.codec;

import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Limit;

/** The numbers of the kernel's enums. A number is never changed, nor given to another constant. */
final class Codes {

  private Codes() {}

  static int of(ClaimStatus status) {
    return switch (status) {
      case WAITING -> 1;
      case ACTIVE -> 2;
      case RELEASED -> 3;
      case ABORTED -> 4;
      case EXPIRED -> 5;
      case REVOKED -> 6;
      case WITHDRAWN -> 7;
    };
  }

  static ClaimStatus status(int code) {
    return switch (code) {
      case 1 -> ClaimStatus.WAITING;
      case 2 -> ClaimStatus.ACTIVE;
      case 3 -> ClaimStatus.RELEASED;
      case 4 -> ClaimStatus.ABORTED;
      case 5 -> ClaimStatus.EXPIRED;
      case 6 -> ClaimStatus.REVOKED;
      case 7 -> ClaimStatus.WITHDRAWN;
      default -> throw unknown("claim status", code);
    };
  }

  static int of(Holder.Kind kind) {
    return switch (kind) {
      case UNTYPED -> 1;
      case LOCK -> 2;
      case PRESENCE -> 3;
    };
  }

  static Holder.Kind kind(int code) {
    return switch (code) {
      case 1 -> Holder.Kind.UNTYPED;
      case 2 -> Holder.Kind.LOCK;
      case 3 -> Holder.Kind.PRESENCE;
      default -> throw unknown("kind of holder", code);
    };
  }

  static int of(WhenHeld whenHeld) {
    return switch (whenHeld) {
      case QUEUE -> 1;
      case REFUSE -> 2;
      case RENEW_IF_OWN -> 3;
      case POLL -> 4;
    };
  }

  static WhenHeld whenHeld(int code) {
    return switch (code) {
      case 1 -> WhenHeld.QUEUE;
      case 2 -> WhenHeld.REFUSE;
      case 3 -> WhenHeld.RENEW_IF_OWN;
      case 4 -> WhenHeld.POLL;
      default -> throw unknown("way to acquire", code);
    };
  }

  static int of(Limit limit) {
    return switch (limit) {
      case QUEUE -> 1;
      case LIVE_CLAIMS -> 2;
      case NAMESPACE -> 3;
      case MEMO -> 4;
      case EPOCH -> 5;
    };
  }

  static Limit limit(int code) {
    return switch (code) {
      case 1 -> Limit.QUEUE;
      case 2 -> Limit.LIVE_CLAIMS;
      case 3 -> Limit.NAMESPACE;
      case 4 -> Limit.MEMO;
      case 5 -> Limit.EPOCH;
      default -> throw unknown("limit", code);
    };
  }

  static CodecException unknown(String what, int code) {
    return new CodecException("unknown " + what + ": " + code);
  }
}
