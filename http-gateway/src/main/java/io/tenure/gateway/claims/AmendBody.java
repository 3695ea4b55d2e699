package io.tenure.gateway.claims;

import io.tenure.gateway.Access;
import io.tenure.gateway.Complaints;
import io.tenure.gateway.Right;
import io.tenure.gateway.TtlField;
import io.tenure.gateway.json.JsonObjectReader;
import io.tenure.gateway.json.JsonObjectReader.Kind;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Ttl;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The body of a PATCH or PUT. */
record AmendBody(@Nullable Ttl ttl, @Nullable ClaimStatus status) {

  /** Exactly one of {@code ttl} and {@code status}. */
  static AmendBody readPatch(JsonObjectReader json) {
    return read(json, false);
  }

  /** The older form: both, in one step, and a {@code timeout} that never meant anything to us. */
  static AmendBody readPut(JsonObjectReader json) {
    return read(json, true);
  }

  Amend command(ClaimId claim) {
    return new Amend(claim, ttl, status);
  }

  /** Whose claim it is, only the state knows. To revoke is to end what is somebody else's. */
  Access access(ClaimId claim) {
    return Access.of(status == ClaimStatus.REVOKED ? Right.REVOKE : Right.WRITE, List.of(claim));
  }

  private static AmendBody read(JsonObjectReader json, boolean older) {
    Complaints complaints = new Complaints();
    Ttl ttl = null;
    ClaimStatus status = null;
    int given = 0;
    while (json.next()) {
      switch (json.name()) {
        case "ttl" -> {
          given++;
          ttl = TtlField.read(json, complaints);
        }
        case "status" -> {
          given++;
          status = status(json, complaints);
        }
        default -> {
          if (!older || !json.name().equals("timeout")) {
            complaints.add(json.name(), "unknown field; expected ttl or status");
          }
        }
      }
    }
    if (complaints.isEmpty()) {
      count(given, older ? 2 : 1, complaints);
    }
    complaints.raise();
    return new AmendBody(ttl, status);
  }

  private static void count(int given, int most, Complaints complaints) {
    String reason =
        (given == 0 ? "one of ttl and status must" : "only one of ttl and status may")
            + " be given";
    if (given == 0 || given > most) {
      complaints.add("ttl", reason);
      complaints.add("status", reason);
    }
  }

  private static @Nullable ClaimStatus status(JsonObjectReader json, Complaints complaints) {
    if (json.kind() != Kind.STRING) {
      complaints.add("status", "must be a string, not " + json.kind());
      return null;
    }
    Optional<ClaimStatus> status =
        StatusWord.parse(json.string()).filter(StatusWord::isRequestable);
    if (status.isEmpty()) {
      complaints.add("status", "must be one of " + StatusWord.REQUESTABLE);
    }
    return status.orElse(null);
  }
}
