package io.tenure.node;

import static io.tenure.node.HttpParty.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.gateway.locket.wire.FetchRequest;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import io.tenure.node.random.RandomRequests;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Leases of every dialect that nobody else has a right to; and how they were when they began. */
final class Witnesses implements AutoCloseable {

  static final String LOCKET_KEY = "witness";

  private static final int CLAIMS = 3;

  /** A lease, a lock and a Locket lock are claims too, and whoever knows their ids may end them. */
  private static final int ALL_CLAIMS = CLAIMS + 3;

  private static final String LEASE = "/v1/witness/leases/one";
  private static final String OWNER = "the owner of the witness";
  private static final String LOCK = "witness";
  private static final List<String> TELLING =
      List.of(
          "x-quorum-client-id",
          "x-quorum-lease-version",
          "x-quorum-fencing-token",
          "x-quorum-lease-renewals",
          "x-quorum-lease-length",
          "x-quorum-lease-acquired",
          "x-quorum-lease-expires");

  private final HttpParty http;
  private final LocketParty locket;
  private final Resource locked;
  private final String version;
  private final Map<String, String> before;

  Witnesses(TestNodes nodes) {
    http = new HttpParty(nodes);
    locket = new LocketParty(nodes);
    ClaimsParty claims = new ClaimsParty(http);
    for (int i = 1; i <= CLAIMS; i++) {
      HttpResponse<String> filed = claims.file("witness-" + i, Duration.ofHours(5), "");
      assertThat(json(filed).path("id").asInt()).isEqualTo(i);
    }
    HttpResponse<String> leased =
        http.send(
            "POST",
            LEASE,
            "its data",
            "X-Quorum-Client-ID",
            OWNER,
            "X-Quorum-Lease-Length",
            "9000");
    version = leased.headers().firstValue("X-Quorum-Lease-Version").orElseThrow();
    http.send("POST", "/api/locks", "{\"key\":\"" + LOCK + "\",\"ttl\":-1}");
    locked =
        Resource.newBuilder()
            .setKey(LOCKET_KEY)
            .setOwner(OWNER)
            .setValue("its value")
            .setTypeCode(TypeCode.PRESENCE)
            .build();
    LockRequest lock = LockRequest.newBuilder().setResource(locked).setTtlInSeconds(9_000).build();
    assertThat(locket.client().lock(lock).getSerializedSize()).isZero();
    before = look();
  }

  RandomRequests.Targets targets() {
    return new RandomRequests.Targets(ALL_CLAIMS, LEASE, OWNER, version, LOCK);
  }

  void assertUnchanged() {
    assertThat(look()).isEqualTo(before);
  }

  /** All that would be different if somebody had renewed, released or taken one of them. */
  private Map<String, String> look() {
    Map<String, String> seen = new LinkedHashMap<>();
    for (int i = 1; i <= CLAIMS; i++) {
      JsonNode claim = json(http.send("GET", "/v1/claims/" + i, ""));
      for (String field : List.of("status", "status_history", "fencing_token", "resource")) {
        seen.put(i + " " + field, claim.path(field).toString());
      }
      assertThat(claim.path("ttl").asDouble()).isBetween(16_000.0, 18_000.0);
    }
    HttpResponse<String> lease = http.send("GET", LEASE, "", "X-Quorum-Client-ID", OWNER);
    seen.put("lease", lease.statusCode() + " " + lease.body());
    TELLING.forEach(name -> seen.put(name, lease.headers().firstValue(name).orElseThrow()));
    seen.put("lock", http.send("GET", "/api/locks/" + LOCK, "").body());
    Resource fetched =
        locket.client().fetch(FetchRequest.newBuilder().setKey(LOCKET_KEY).build()).getResource();
    assertThat(fetched.getOwner() + fetched.getValue() + fetched.getTypeCode())
        .isEqualTo(locked.getOwner() + locked.getValue() + locked.getTypeCode());
    return seen;
  }

  @Override
  public void close() {
    locket.close();
  }
}
