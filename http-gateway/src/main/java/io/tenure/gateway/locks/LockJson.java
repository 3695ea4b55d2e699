package io.tenure.gateway.locks;

import io.tenure.gateway.Answer;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Ttl;
import java.util.List;

/** Writes locks as this dialect shows them. */
final class LockJson {

  private static final long MICROS_PER_SECOND = 1_000_000;

  private LockJson() {}

  static Answer generation(Claim claim) {
    JsonText json = JsonText.start().ascii("{\"generation\":");
    return ok(json.integer(claim.tenure().version().value()).ascii("}"));
  }

  /** The generation for who may have asked for it long ago: what is left is not the whole ttl. */
  static Answer remaining(ClaimView view) {
    JsonText json = JsonText.start().ascii("{\"generation\":");
    json.integer(view.claim().tenure().version().value());
    writeRemaining(json, view);
    return ok(json.ascii("}"));
  }

  static Answer one(ClaimView view) {
    JsonText json = JsonText.start();
    write(json, view);
    return ok(json);
  }

  static Answer all(List<ClaimView> views) {
    JsonText json = JsonText.start().ascii("[");
    String separator = "";
    for (ClaimView view : views) {
      json.ascii(separator);
      write(json, view);
      separator = ",";
    }
    return ok(json.ascii("]"));
  }

  private static void write(JsonText json, ClaimView view) {
    Claim claim = view.claim();
    json.ascii("{\"key\":").string(claim.resource().name().substring(LockBody.prefix().length()));
    json.ascii(",\"generation\":").integer(claim.tenure().version().value());
    json.ascii(",\"ttl\":");
    writeTtl(json, claim.ttl());
    writeRemaining(json, view);
    json.ascii("}");
  }

  private static void writeRemaining(JsonText json, ClaimView view) {
    json.ascii(",\"ttl_remaining\":");
    Ttl remaining = view.remaining();
    if (remaining.isForever()) {
      json.ascii("null");
    } else {
      json.seconds(remaining.micros());
    }
  }

  /** As it was asked for: -1 stands for ever. Other dialects' leases may have a fraction. */
  private static void writeTtl(JsonText json, Ttl ttl) {
    if (ttl.isForever()) {
      json.ascii("-1");
    } else if (ttl.micros() % MICROS_PER_SECOND == 0) {
      json.integer(ttl.micros() / MICROS_PER_SECOND);
    } else {
      json.seconds(ttl.micros());
    }
  }

  private static Answer ok(JsonText json) {
    return Answer.of(200, Answer.JSON, json.toBytes());
  }
}
