package io.tenure.gateway.claims;

import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Lease;
import io.tenure.kernel.Moment;

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
    json.ascii(",\"status\":\"").ascii(ClaimWords.of(claim.status()));
    json.ascii("\",\"created\":").timestamp(claim.filed().wallMicros());
    json.ascii(",\"status_history\":[");
    writeHistory(json, claim);
    json.ascii("],\"ttl\":");
    ClaimWords.writeRemaining(json, view);
    writeDurations(json, view);
    json.ascii(",\"user_data\":");
    ClaimWords.writeData(json, claim);
    writeStanding(json, view);
    json.ascii("}");
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
    json.ascii("{\"status\":\"").ascii(ClaimWords.of(status));
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
