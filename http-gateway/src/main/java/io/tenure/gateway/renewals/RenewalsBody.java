package io.tenure.gateway.renewals;

import io.tenure.gateway.Complaints;
import io.tenure.gateway.TtlField;
import io.tenure.gateway.json.JsonArrayReader;
import io.tenure.gateway.json.JsonObjectReader;
import io.tenure.gateway.json.JsonObjectReader.Kind;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Ttl;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of a POST: which claims to renew, and for how long. */
final class RenewalsBody {

  static final int MOST_CLAIMS = 1_000;

  /** Above this, JSON's numbers are not exact. */
  private static final double MOST_ID = 1L << 53;

  private final Complaints complaints = new Complaints();
  private @Nullable Ttl common;
  private boolean commonGiven;
  private byte @Nullable [] claims;

  private RenewalsBody() {}

  static List<Amend> read(JsonObjectReader json) {
    RenewalsBody body = new RenewalsBody();
    while (json.next()) {
      body.take(json);
    }
    return body.wishes();
  }

  private void take(JsonObjectReader json) {
    switch (json.name()) {
      case "ttl" -> {
        commonGiven = true;
        common = TtlField.read(json, complaints);
      }
      case "claims" -> {
        Kind kind = json.kind();
        claims = json.raw();
        if (kind != Kind.ARRAY) {
          complaints.add("claims", "must be an array, not " + kind);
        }
      }
      default -> complaints.add(json.name(), "unknown field; expected ttl or claims");
    }
  }

  private List<Amend> wishes() {
    List<Amend> wishes = new ArrayList<>();
    if (claims == null) {
      complaints.add("claims", "is missing");
    } else if (claims[0] == '[') {
      readClaims(claims, wishes);
    }
    complaints.raise();
    return wishes;
  }

  private void readClaims(byte[] array, List<Amend> wishes) {
    int count = 0;
    try (JsonArrayReader elements = JsonArrayReader.open(array)) {
      while (count <= MOST_CLAIMS && elements.next()) {
        readClaim(elements, "claims[" + count + "]", wishes);
        count++;
      }
    }
    if (count == 0 || count > MOST_CLAIMS) {
      complaints.add("claims", "must be 1 to " + MOST_CLAIMS);
    }
  }

  private void readClaim(JsonArrayReader elements, String place, List<Amend> wishes) {
    switch (elements.kind()) {
      case NUMBER -> {
        ClaimId id = id(elements.isInteger(), elements.number(), place);
        add(id, common, commonGiven, place, wishes);
      }
      case OBJECT -> {
        try (JsonObjectReader fields = JsonObjectReader.open(elements.raw())) {
          readObject(fields, place, wishes);
        }
      }
      default ->
          complaints.add(place, "must be an id or an object with one, not " + elements.kind());
    }
  }

  private void readObject(JsonObjectReader fields, String place, List<Amend> wishes) {
    ClaimId id = null;
    boolean named = false;
    Ttl ttl = common;
    boolean timed = commonGiven;
    while (fields.next()) {
      switch (fields.name()) {
        case "id" -> {
          named = true;
          boolean number = fields.kind() == Kind.NUMBER;
          id = id(number && fields.isInteger(), number ? fields.number() : 0, place + ".id");
        }
        case "ttl" -> {
          timed = true;
          ttl = TtlField.read(fields, place + ".ttl", complaints);
        }
        default -> complaints.add(place + "." + fields.name(), "unknown field; expected id or ttl");
      }
    }
    if (!named) {
      complaints.add(place + ".id", "is missing");
    }
    add(id, ttl, timed, place, wishes);
  }

  private void add(
      @Nullable ClaimId id, @Nullable Ttl ttl, boolean timed, String place, List<Amend> wishes) {
    if (!timed) {
      complaints.add("ttl", "is missing, and " + place + " has none of its own");
    }
    if (id != null && ttl != null) {
      wishes.add(new Amend(id, ttl, null));
    }
  }

  private @Nullable ClaimId id(boolean integer, double number, String place) {
    if (!integer || number < 1 || number >= MOST_ID) {
      complaints.add(place, "must be the id of a claim");
      return null;
    }
    return new ClaimId((long) number);
  }
}
