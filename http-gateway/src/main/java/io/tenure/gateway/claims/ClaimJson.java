package io.tenure.gateway.claims;

import io.tenure.gateway.json.JsonText;
import io.tenure.gateway.json.Utf8;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Lease;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Writes a claim as this dialect shows it. All keys are always there. */
final class ClaimJson {

  static final String PATH = "/v1/claims/";

  private ClaimJson() {}

  static String url(String origin, Claim claim) {
    return origin + PATH + claim.id().value() + "/";
  }

  static void write(JsonText json, String origin, ClaimView view) {
    Claim claim = view.claim();
    json.ascii("{\"url\":").string(url(origin, claim));
    json.ascii(",\"id\":").integer(claim.id().value());
    json.ascii(",\"resource\":").string(claim.resource().name());
    json.ascii(",\"status\":\"").ascii(StatusWord.of(claim.status()));
    json.ascii("\",\"created\":").timestamp(claim.filed().wallMicros());
    json.ascii(",\"status_history\":[");
    writeHistory(json, claim);
    json.ascii("],\"ttl\":");
    writeRemaining(json, view);
    writeDurations(json, view);
    json.ascii(",\"user_data\":");
    writeData(json, claim);
    writeStanding(json, view);
    json.ascii("}");
  }

  /** What is left of an active claim's lease; null where nothing is, or it never ends. */
  static void writeRemaining(JsonText json, ClaimView view) {
    Ttl remaining = view.claim().isActive() ? view.remaining() : Ttl.FOREVER;
    if (remaining.isForever()) {
      json.ascii("null");
    } else {
      json.seconds(remaining.micros());
    }
  }

  private static void writeHistory(JsonText json, Claim claim) {
    writeStep(json, ClaimStatus.WAITING, claim.filed());
    Lease lease = claim.lease();
    if (lease != null) {
      json.ascii(",");
      writeStep(json, ClaimStatus.ACTIVE, lease.granted());
    }
    Moment ended = claim.ended();
    if (ended != null) {
      json.ascii(",");
      writeStep(json, claim.status(), ended);
    }
  }

  private static void writeStep(JsonText json, ClaimStatus status, Moment since) {
    json.ascii("{\"status\":\"").ascii(StatusWord.of(status));
    json.ascii("\",\"timestamp\":").timestamp(since.wallMicros()).ascii("}");
  }

  private static void writeDurations(JsonText json, ClaimView view) {
    json.ascii(",\"active_duration\":");
    if (view.claim().lease() == null) {
      json.ascii("null");
    } else {
      json.seconds(view.activeMicros());
    }
    json.ascii(",\"waiting_duration\":").seconds(view.waitingMicros());
  }

  /**
   * Claims of this dialect have no named holder, and their data is JSON. Whatever has one comes
   * from a dialect that keeps bytes: they are shown as a string, or in base 64 if they are no text.
   */
  private static void writeData(JsonText json, Claim claim) {
    UserData data = claim.data();
    if (data.isEmpty()) {
      json.ascii("null");
    } else if (claim.holder().name().isEmpty()) {
      json.raw(data.bytes());
    } else if (Utf8.isValid(data.bytes())) {
      json.string(new String(data.bytes(), StandardCharsets.UTF_8));
    } else {
      String encoded = Base64.getEncoder().encodeToString(data.bytes());
      json.ascii("{\"base64\":\"").ascii(encoded).ascii("\"}");
    }
  }

  private static void writeStanding(JsonText json, ClaimView view) {
    Lease lease = view.claim().lease();
    json.ascii(",\"fencing_token\":");
    if (lease == null) {
      json.ascii("null");
    } else {
      json.integer(lease.token().value());
    }
    json.ascii(",\"queue_position\":");
    if (view.claim().status().isFinal()) {
      json.ascii("null");
    } else {
      json.integer(view.position());
    }
  }
}
