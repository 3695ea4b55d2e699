package io.tenure.gateway.claims;

import static java.util.Objects.requireNonNull;

import io.tenure.gateway.Complaints;
import io.tenure.gateway.Names;
import io.tenure.gateway.TtlField;
import io.tenure.gateway.json.JsonObjectReader;
import io.tenure.gateway.json.JsonObjectReader.Kind;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The body of a POST: what is claimed, for how long, and what the client keeps with it. */
record FileBody(ResourceKey resource, Ttl ttl, UserData data) {

  static FileBody read(JsonObjectReader json, ClaimsLimits limits) {
    Complaints complaints = new Complaints();
    String resource = null;
    Ttl ttl = null;
    UserData data = UserData.NONE;
    boolean named = false;
    boolean timed = false;
    while (json.next()) {
      switch (json.name()) {
        case "resource" -> {
          named = true;
          resource = resource(json, complaints, limits.nameBytes());
        }
        case "ttl" -> {
          timed = true;
          ttl = TtlField.read(json, complaints);
        }
        case "user_data" -> data = userData(json, complaints, limits.dataBytes());
        default ->
            complaints.add(json.name(), "unknown field; expected resource, ttl or user_data");
      }
    }
    complaints.addIfFlawed("resource", missing(named));
    complaints.addIfFlawed("ttl", missing(timed));
    complaints.raise();
    return new FileBody(new ResourceKey(requireNonNull(resource)), requireNonNull(ttl), data);
  }

  private static @Nullable String resource(
      JsonObjectReader json, Complaints complaints, int mostBytes) {
    if (json.kind() != Kind.STRING) {
      complaints.add("resource", "must be a string, not " + json.kind());
      return null;
    }
    String name = json.string();
    complaints.addIfFlawed("resource", Names.flaw(name, mostBytes));
    return name;
  }

  /** Kept as it is written, so that no number loses a digit; null is the same as nothing. */
  private static UserData userData(JsonObjectReader json, Complaints complaints, int mostBytes) {
    if (json.kind() == Kind.NULL) {
      return UserData.NONE;
    }
    byte[] raw = json.raw();
    if (raw.length > mostBytes) {
      complaints.add("user_data", "must not be longer than " + mostBytes + " bytes");
    }
    return UserData.of(raw);
  }

  private static Optional<String> missing(boolean given) {
    return given ? Optional.empty() : Optional.of("is missing");
  }
}
