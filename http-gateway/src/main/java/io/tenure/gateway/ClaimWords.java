package io.tenure.gateway;

import io.tenure.gateway.json.JsonText;
import io.tenure.gateway.json.Utf8Check;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** What is said about a claim in the same words wherever JSON says it. */
public final class ClaimWords {

  private static final int LONGEST_SHOWN_ID = 40;

  private ClaimWords() {}

  public static String of(ClaimStatus status) {
    return switch (status) {
      case WAITING -> "waiting";
      case ACTIVE -> "active";
      case RELEASED -> "released";
      case ABORTED -> "aborted";
      case EXPIRED -> "expired";
      case REVOKED -> "revoked";
      case WITHDRAWN -> "withdrawn";
    };
  }

  /** Seconds; null for ever. */
  public static void writeTtl(JsonText json, Ttl ttl) {
    if (ttl.isForever()) {
      json.ascii("null");
    } else {
      json.seconds(ttl.micros());
    }
  }

  /** What is left of an active claim's lease; null where nothing is, or it never ends. */
  public static void writeRemaining(JsonText json, ClaimView view) {
    writeTtl(json, view.claim().isActive() ? view.remaining() : Ttl.FOREVER);
  }

  /** The name by which the claimant called itself; null where the dialect knows no names. */
  public static void writeOwner(JsonText json, Claim claim) {
    String name = claim.holder().name();
    if (name.isEmpty()) {
      json.ascii("null");
    } else {
      json.string(name);
    }
  }

  /**
   * The data of a claim. Who has no name has filed it through the claims dialect, whose data is
   * JSON. Whatever has one comes from a dialect that keeps bytes: they are shown as a string, or in
   * base 64 if they are no text.
   */
  public static void writeData(JsonText json, Claim claim) {
    UserData data = claim.data();
    if (data.isEmpty()) {
      json.ascii("null");
    } else if (claim.holder().name().isEmpty()) {
      json.raw(data.bytes());
    } else if (Utf8Check.isValid(data.bytes())) {
      json.string(new String(data.bytes(), StandardCharsets.UTF_8));
    } else {
      String encoded = Base64.getEncoder().encodeToString(data.bytes());
      json.ascii("{\"base64\":\"").ascii(encoded).ascii("\"}");
    }
  }

  public static Problem noSuchClaim(String id) {
    String name = id.length() <= LONGEST_SHOWN_ID ? id : "of such an id";
    return Problem.of(404, "no-such-claim", "there is no claim " + name);
  }

  /** Why the lease of a claim cannot be renewed. */
  public static Problem notActive(Claim claim) {
    String reason = "only an active claim has one; this is " + of(claim.status());
    Problem.Parameter ttl = new Problem.Parameter("ttl", reason);
    return claim.status().isFinal() ? Problem.claimEnded(ttl) : Problem.badParameters(List.of(ttl));
  }
}
