package io.tenure.gateway.resources;

import io.tenure.gateway.ClaimWords;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.Claim;
import io.tenure.kernel.Holder;

/**
 * Which dialect a holder came through, and what it is called there. The name of the resource says
 * so; but leases and Locket have no holders without a name, and locks have no data, so that such a
 * holder has come through claims.
 */
enum DialectWords {
  CLAIMS("claims", "") {
    @Override
    void writeMore(JsonText json, Claim claim) {}
  },
  LEASES("leases", "leases/") {
    @Override
    void writeMore(JsonText json, Claim claim) {
      json.ascii(",\"client_id\":");
      ClaimWords.writeOwner(json, claim);
      json.ascii(",\"version\":").integer(claim.tenure().version().value());
    }
  },
  LOCKS("locks", "locks/") {
    @Override
    void writeMore(JsonText json, Claim claim) {
      writeKey(json, claim, "locks/");
      json.ascii(",\"generation\":").integer(claim.tenure().version().value());
    }
  },
  LOCKET("locket", "locket/") {
    @Override
    void writeMore(JsonText json, Claim claim) {
      writeKey(json, claim, "locket/");
      json.ascii(",\"value\":");
      ClaimWords.writeData(json, claim);
      boolean presence = claim.holder().kind() == Holder.Kind.PRESENCE;
      json.ascii(presence ? ",\"type\":\"presence\"" : ",\"type\":\"lock\"");
    }
  };

  private final String word;
  private final String prefix;

  DialectWords(String word, String prefix) {
    this.word = word;
    this.prefix = prefix;
  }

  /** Appends the members that tell the dialect, the owner, and what else the dialect knows. */
  static void write(JsonText json, Claim claim) {
    DialectWords dialect = of(claim);
    json.ascii(",\"dialect\":\"").ascii(dialect.word).ascii("\",\"owner\":");
    ClaimWords.writeOwner(json, claim);
    dialect.writeMore(json, claim);
  }

  private static DialectWords of(Claim claim) {
    String name = claim.resource().name();
    boolean named = !claim.holder().name().isEmpty();
    if (name.startsWith(LOCKS.prefix) && claim.data().isEmpty()) {
      return LOCKS;
    }
    if (named && name.startsWith(LEASES.prefix)) {
      return LEASES;
    }
    return named && name.startsWith(LOCKET.prefix) ? LOCKET : CLAIMS;
  }

  private static void writeKey(JsonText json, Claim claim, String prefix) {
    json.ascii(",\"key\":").string(claim.resource().name().substring(prefix.length()));
  }

  abstract void writeMore(JsonText json, Claim claim);
}
