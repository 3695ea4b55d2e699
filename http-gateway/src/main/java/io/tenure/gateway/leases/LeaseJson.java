package io.tenure.gateway.leases;

import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.json.JsonText;
import io.tenure.gateway.json.Utf8Check;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Writes leases as JSON objects. All keys are always there, null where they do not apply. */
final class LeaseJson {

  private LeaseJson() {}

  /** The lease, and why the call was refused if it was. */
  static byte[] one(String key, LeaseResponse response, LeaseSnapshot snapshot) {
    Problem problem = response.problem();
    JsonText json = JsonText.start();
    if (problem == null) {
      json.ascii("{");
    } else {
      writeHolder(ProblemJson.begin(json, problem), snapshot);
    }
    writeKey(json, key, snapshot.tenure());
    json.ascii(",\"client_object\":");
    writeData(json, snapshot.tenure());
    writeHistory(json, snapshot.history());
    return json.ascii("}").toBytes();
  }

  /** Leases without their data and history. */
  static byte[] list(List<Listed> leases) {
    JsonText json = JsonText.start().ascii("[");
    String separator = "{";
    for (Listed each : leases) {
      json.ascii(separator);
      writeKey(json, each.uri().key(), each.tenure());
      json.ascii("}");
      separator = ",{";
    }
    return json.ascii("]").toBytes();
  }

  private static void writeHolder(JsonText json, LeaseSnapshot snapshot) {
    Tenure tenure = snapshot.tenure();
    json.ascii(",\"holder\":");
    if (tenure == null || !tenure.isValid()) {
      json.ascii("null,");
    } else {
      json.string(tenure.owner()).ascii(",");
    }
  }

  private static void writeKey(JsonText json, String key, @Nullable Tenure tenure) {
    json.ascii("\"key\":").string(key);
    json.ascii(",\"is_valid\":").ascii(Boolean.toString(tenure != null && tenure.isValid()));
    if (tenure == null) {
      json.ascii(
          ",\"owner\":null,\"ttl\":null,\"acquired\":null,\"renewed\":null,\"expires\":null,"
              + "\"expires_in\":null,\"renewals\":null,\"released\":null,\"version\":null,"
              + "\"fencing_token\":null");
    } else {
      writeTenure(json, tenure);
    }
  }

  private static void writeTenure(JsonText json, Tenure tenure) {
    Ttl length = tenure.length();
    json.ascii(",\"owner\":").string(tenure.owner());
    json.ascii(",\"ttl\":");
    writeSeconds(
        json, length.isForever() ? OptionalLong.empty() : OptionalLong.of(length.micros()));
    json.ascii(",\"acquired\":").seconds(tenure.acquired());
    json.ascii(",\"renewed\":").seconds(tenure.renewed());
    json.ascii(",\"expires\":");
    writeSeconds(json, tenure.expires());
    json.ascii(",\"expires_in\":");
    writeSeconds(json, tenure.remaining());
    json.ascii(",\"renewals\":").integer(tenure.renewals());
    json.ascii(",\"released\":");
    writeSeconds(json, tenure.released());
    json.ascii(",\"version\":").integer(tenure.version());
    json.ascii(",\"fencing_token\":").integer(tenure.token());
  }

  /** Bytes that are text are a string, others an object with their base 64. */
  private static void writeData(JsonText json, @Nullable Tenure tenure) {
    UserData data = tenure == null ? UserData.NONE : tenure.data();
    if (data.isEmpty()) {
      json.ascii("null");
    } else if (Utf8Check.isValid(data.bytes())) {
      json.string(new String(data.bytes(), StandardCharsets.UTF_8));
    } else {
      String encoded = Base64.getEncoder().encodeToString(data.bytes());
      json.ascii("{\"base64\":\"").ascii(encoded).ascii("\"}");
    }
  }

  private static void writeHistory(JsonText json, List<Tenure> history) {
    json.ascii(",\"history\":[");
    String separator = "{\"is_valid\":false";
    for (Tenure tenure : history) {
      json.ascii(separator);
      writeTenure(json, tenure);
      json.ascii("}");
      separator = ",{\"is_valid\":false";
    }
    json.ascii("]");
  }

  private static void writeSeconds(JsonText json, OptionalLong micros) {
    if (micros.isPresent()) {
      json.seconds(micros.getAsLong());
    } else {
      json.ascii("null");
    }
  }
}
