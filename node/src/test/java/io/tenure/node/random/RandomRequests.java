package io.tenure.node.random;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Makes requests at random for every HTTP dialect. They may take, keep and give back what is named
 * {@code fuzz-...}; they only attack the witnesses, never with the right proof.
 */
public final class RandomRequests {

  private static final int LONGEST_URI = 12_000;
  private static final int LARGEST_BODY = 300_000;

  private final Chance chance;
  private final Targets targets;

  /**
   * What the witnesses are called.
   *
   * @param claims how many claims are witnesses, in any dialect, with ids from 1 on
   * @param lease path of a lease, and who owns it, and its version
   * @param lock key of a lock
   */
  public record Targets(int claims, String lease, String owner, String version, String lock) {}

  public RandomRequests(long seed, Targets targets) {
    this.chance = new Chance(new SplittableRandom(seed));
    this.targets = targets;
  }

  public RandomRequest next() {
    if (chance.once(8)) {
      return raw();
    }
    Draft draft =
        switch (chance.below(9)) {
          case 0, 1 -> claims();
          case 2, 3 -> leases();
          case 4, 5 -> locks();
          case 6 -> attack();
          case 7 -> others();
          default -> anywhere();
        };
    return draft.finish(chance);
  }

  /** Bytes that are no request, or once were one. */
  private RandomRequest raw() {
    if (chance.once(10)) {
      byte[] noise = chance.noise(400).getBytes(StandardCharsets.ISO_8859_1);
      return new RandomRequest("", noise, false);
    }
    Draft draft = chance.once(2) ? mutableLease() : chance.once(2) ? locks() : filing();
    return new RandomRequest("", chance.mutated(draft.finish(chance).bytes()), false);
  }

  private Draft claims() {
    if (chance.once(2)) {
      return filing();
    }
    long id = targets.claims() + 1L + chance.below(20_000);
    String path = "/v1/claims/" + (chance.once(4) ? chance.segment() : Long.toString(id));
    String method =
        chance.one("PATCH", "PATCH", "PUT", "GET", "HEAD", "DELETE", "OPTIONS", "patch");
    return draft(method, path + query(6)).body(amendBody());
  }

  private Draft filing() {
    String method = chance.one("POST", "POST", "POST", "GET", "PUT", "HEAD");
    String slash = chance.one("", "/", "//");
    String resource = chance.once(3) ? chance.json(1) : "\"" + chance.name() + "\"";
    String ttl = chance.once(3) ? chance.json(1) : chance.number();
    String more = chance.once(3) ? ",\"user_data\":" + chance.json(4) : "";
    Draft draft = draft(method, "/v1/claims" + slash + query(6));
    return draft.body("{\"resource\":" + resource + ",\"ttl\":" + ttl + more + "}");
  }

  private String amendBody() {
    return switch (chance.below(5)) {
      case 0 -> "{\"ttl\":" + chance.number() + "}";
      case 1 -> "{\"status\":\"" + chance.one("released", "active", "waiting", "aborted") + "\"}";
      case 2 -> "{\"ttl\":1,\"status\":\"withdrawn\"}";
      case 3 -> "{\"status\":" + chance.json(2) + "}";
      default -> chance.json(3);
    };
  }

  private Draft leases() {
    String method =
        chance.one("POST", "POST", "PUT", "DELETE", "GET", "HEAD", "PATCH", "LOCK", "get");
    StringBuilder path = new StringBuilder("/v1");
    for (int i = chance.below(3); i >= 0; i--) {
      path.append('/').append(chance.segment());
    }
    path.append('/').append(chance.one("leases", "leases", "lease", "Leases", "leas%65s"));
    for (int i = chance.below(3); i > 0; i--) {
      path.append('/').append(chance.segment());
    }
    return leaseHeaders(draft(method, path + query(10))).body(chance.noise(200));
  }

  private Draft mutableLease() {
    return leaseHeaders(draft(chance.one("POST", "GET"), "/v1/db/leases/" + chance.name()))
        .body(chance.noise(30));
  }

  private Draft leaseHeaders(Draft draft) {
    if (chance.once(2)) {
      draft.header("X-Quorum-Client-ID", chance.once(2) ? chance.name() : chance.headerValue());
    }
    if (chance.once(2)) {
      draft.header("X-Quorum-Lease-Length", chance.number());
    }
    if (chance.once(2)) {
      draft.header("X-Quorum-Lease-Version", chance.number());
    }
    return draft;
  }

  private Draft locks() {
    String key = chance.once(3) ? chance.segment() : chance.name();
    if (chance.once(2)) {
      String fields = "{\"key\":\"" + key + "\",\"ttl\":" + chance.number();
      return draft(chance.one("POST", "POST", "GET", "PUT"), "/api/locks" + query(10))
          .body(fields + chance.one("}", ",}", ",\"x\":" + chance.json(2) + "}", ""));
    }
    String method = chance.one("PUT", "DELETE", "GET", "HEAD", "POST", "PATCH", "delete");
    return draft(method, "/api/locks/" + key + query(10))
        .body("{\"generation\":" + (chance.once(3) ? chance.json(2) : chance.number()) + "}");
  }

  /** On what is held by others, with everything but the right proof. */
  private Draft attack() {
    String wrongNumber =
        chance.one("", "0", "-1", "999999999", "9007199254740992", "1e9", "99999999999999999999");
    return switch (chance.below(5)) {
      case 0 ->
          draft("PATCH", "/v1/claims/" + (1 + chance.below(targets.claims())))
              .body(
                  chance.one(
                      "{}",
                      "{\"ttl\":-1}",
                      "{\"ttl\":1,\"status\":\"released\"}",
                      "{\"ttl\":null}",
                      "{\"status\":\"expired\"}",
                      "{\"status\":\"waiting\"}",
                      "[]",
                      "",
                      "\u0000"));
      case 1 ->
          draft(chance.one("PUT", "DELETE"), targets.lease())
              .header("X-Quorum-Client-ID", targets.owner())
              .header("X-Quorum-Lease-Version", wrongNumber)
              .body(chance.noise(50));
      case 2 ->
          draft(chance.one("POST", "PUT", "DELETE"), targets.lease())
              .header("X-Quorum-Client-ID", chance.name())
              .header("X-Quorum-Lease-Version", targets.version());
      case 3 ->
          draft(chance.one("PUT", "DELETE"), "/api/locks/" + targets.lock())
              .body("{\"generation\":" + (wrongNumber.isEmpty() ? "null" : wrongNumber) + "}");
      default -> draft("POST", "/api/locks").body("{\"key\":\"" + targets.lock() + "\",\"ttl\":1}");
    };
  }

  /** The rest of what a node serves, but for streams that never end. */
  private Draft others() {
    String path =
        chance.one(
            "/livez",
            "/readyz",
            "/metrics",
            "/v1/cluster",
            "/health",
            "/v1/health",
            "/v1/db/lease/list",
            "/v1/resources/" + chance.segment(),
            "/v1/resources",
            "/openapi.json",
            "/v1/renewals");
    boolean reads = !path.equals("/v1/renewals") && !chance.once(4);
    String odd = chance.one("null", "\"x\"", "{}", "[]", "-1", "1e99", "9007199254740993");
    String ids = (targets.claims() + 1 + chance.below(9_000)) + "," + odd;
    return draft(reads ? chance.one("GET", "HEAD") : chance.one("POST", "OPTIONS"), path + query(3))
        .body(reads ? "" : "{\"ttl\":" + chance.number() + ",\"claims\":[" + ids + "]}");
  }

  private Draft anywhere() {
    StringBuilder path = new StringBuilder();
    for (int i = chance.below(6); i >= 0; i--) {
      path.append('/').append(chance.segment());
    }
    if (chance.once(200)) {
      path.append("p".repeat(chance.below(LONGEST_URI)));
    }
    String target = path + query(3);
    boolean stream = target.contains("/v1/events");
    return draft(
            stream ? "PUT" : chance.one("GET", "POST", "PUT", "DELETE", "HEAD", "BREW"), target)
        .body(chance.once(300) ? "b".repeat(chance.below(LARGEST_BODY)) : chance.json(3));
  }

  private String query(int rarity) {
    return chance.once(rarity)
        ? "?"
            + chance.one("consistency", "limit", "status", "resource", "prefix", chance.name())
            + chance.one("=", "", "==", "&")
            + chance.one(
                "local", "linearizable", "%zz", "%00", chance.name(), chance.number().strip())
        : "";
  }

  private Draft draft(String method, String target) {
    return new Draft(method, target);
  }
}
