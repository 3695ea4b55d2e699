package io.tenure.gateway.claims;

import io.tenure.kernel.ClaimStatus;
import java.util.List;
import java.util.Optional;

/** What the statuses of a claim are called on the wire. */
final class StatusWord {

  static final List<String> ALL =
      List.of("aborted", "active", "expired", "released", "revoked", "waiting", "withdrawn");
  static final String REQUESTABLE = "aborted, active, released, revoked, withdrawn";

  private StatusWord() {}

  static Optional<ClaimStatus> parse(String word) {
    return switch (word) {
      case "waiting" -> Optional.of(ClaimStatus.WAITING);
      case "active" -> Optional.of(ClaimStatus.ACTIVE);
      case "released" -> Optional.of(ClaimStatus.RELEASED);
      case "aborted" -> Optional.of(ClaimStatus.ABORTED);
      case "expired" -> Optional.of(ClaimStatus.EXPIRED);
      case "revoked" -> Optional.of(ClaimStatus.REVOKED);
      case "withdrawn" -> Optional.of(ClaimStatus.WITHDRAWN);
      default -> Optional.empty();
    };
  }

  /** Whether a client may ask for it; the others only happen. */
  static boolean isRequestable(ClaimStatus status) {
    return status != ClaimStatus.WAITING && status != ClaimStatus.EXPIRED;
  }
}
