package io.tenure.gateway.resources;

import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.HolderWords;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Lease;
import io.tenure.kernel.Moment;
import java.util.List;
import java.util.Optional;

/**
 * Writes resources as this dialect shows them. All keys are always there.
 *
 * @param others the dialects that a holder can have come through, if not through claims
 */
record ResourceJson(List<HolderWords> others) {

  JsonText one(ResourceSnapshot snapshot) {
    JsonText json = JsonText.start().ascii("{");
    writeHolding(json, snapshot.resource().name(), snapshot.holder(), snapshot.queueLength());
    json.ascii(",\"queue\":[");
    String separator = "";
    for (ClaimView waiting : snapshot.queue()) {
      json.ascii(separator);
      writeWaiting(json, waiting);
      separator = ",";
    }
    json.ascii("],\"tenures\":[");
    separator = "";
    for (Claim past : snapshot.tenures()) {
      json.ascii(separator);
      writeTenure(json, past);
      separator = ",";
    }
    return json.ascii("]}");
  }

  JsonText all(List<ResourcesQuery.Held> resources) {
    JsonText json = JsonText.start().ascii("[");
    String separator = "";
    for (ResourcesQuery.Held each : resources) {
      String name = each.holder().claim().resource().name();
      json.ascii(separator).ascii("{");
      writeHolding(json, name, Optional.of(each.holder()), each.queueLength());
      json.ascii("}");
      separator = ",";
    }
    return json.ascii("]");
  }

  private void writeHolding(
      JsonText json, String name, Optional<ClaimView> holder, int queueLength) {
    json.ascii("\"resource\":").string(name);
    if (holder.isPresent()) {
      Claim claim = holder.get().claim();
      json.ascii(",\"held\":true,\"holder\":");
      writeHolder(json, holder.get());
      json.ascii(",\"fencing_token\":").integer(claim.tenure().token().value());
      json.ascii(",\"expires_in\":");
      ClaimWords.writeRemaining(json, holder.get());
    } else {
      json.ascii(",\"held\":false,\"holder\":null,\"fencing_token\":null,\"expires_in\":null");
    }
    json.ascii(",\"queue_length\":").integer(queueLength);
  }

  private void writeHolder(JsonText json, ClaimView view) {
    Claim claim = view.claim();
    Lease lease = claim.tenure();
    json.ascii("{\"claim\":").integer(claim.id().value());
    writeDialect(json, claim);
    json.ascii(",\"fencing_token\":").integer(lease.token().value());
    json.ascii(",\"lease_version\":").integer(lease.version().value());
    json.ascii(",\"ttl\":");
    ClaimWords.writeTtl(json, claim.ttl());
    json.ascii(",\"expires_in\":");
    ClaimWords.writeRemaining(json, view);
    json.ascii(",\"created\":").timestamp(claim.filed().wallMicros());
    json.ascii(",\"granted\":").timestamp(lease.granted().wallMicros());
    json.ascii(",\"renewed\":").timestamp(lease.renewed().wallMicros());
    json.ascii(",\"renewals\":").integer(lease.renewals());
    json.ascii(",\"active_duration\":").seconds(view.activeMicros());
    json.ascii(",\"waiting_duration\":").seconds(view.waitingMicros());
    json.ascii(",\"user_data\":");
    ClaimWords.writeData(json, claim);
    json.ascii("}");
  }

  /**
   * The dialect, the owner, and what else the dialect knows. The name of the resource says which it
   * is; who cannot have come through the dialect of that name has come through claims.
   */
  private void writeDialect(JsonText json, Claim claim) {
    HolderWords words = null;
    for (HolderWords each : others) {
      if (claim.resource().name().startsWith(each.prefix()) && each.canBeOurs(claim)) {
        words = each;
      }
    }
    json.ascii(",\"dialect\":\"").ascii(words == null ? "claims" : words.dialect());
    json.ascii("\",\"owner\":");
    ClaimWords.writeOwner(json, claim);
    if (words != null) {
      words.writeMore(json, claim);
    }
  }

  private static void writeWaiting(JsonText json, ClaimView view) {
    Claim claim = view.claim();
    json.ascii("{\"claim\":").integer(claim.id().value());
    json.ascii(",\"queue_position\":").integer(view.position());
    json.ascii(",\"waiting_duration\":").seconds(view.waitingMicros());
    json.ascii(",\"created\":").timestamp(claim.filed().wallMicros());
    json.ascii(",\"owner\":");
    ClaimWords.writeOwner(json, claim);
    json.ascii(",\"user_data\":");
    ClaimWords.writeData(json, claim);
    json.ascii("}");
  }

  private static void writeTenure(JsonText json, Claim claim) {
    Moment ended = claim.ended();
    json.ascii("{\"claim\":").integer(claim.id().value());
    json.ascii(",\"owner\":");
    ClaimWords.writeOwner(json, claim);
    json.ascii(",\"fencing_token\":").integer(claim.tenure().token().value());
    json.ascii(",\"granted\":").timestamp(claim.tenure().granted().wallMicros());
    json.ascii(",\"ended\":");
    if (ended == null) {
      json.ascii("null");
    } else {
      json.timestamp(ended.wallMicros());
    }
    json.ascii(",\"status\":\"").ascii(ClaimWords.of(claim.status())).ascii("\"}");
  }
}
