package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.tenure.gateway.locket.wire.FetchAllRequest;
import io.tenure.gateway.locket.wire.LockRequest;
import io.tenure.gateway.locket.wire.LocketGrpc;
import io.tenure.gateway.locket.wire.ReleaseRequest;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Locket as three real nodes serve it. */
@Timeout(180)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LocketNodeTest {

  private static final int CALLS = 1_000;

  @TempDir private Path directory;
  private TestNodes nodes;
  private final List<ManagedChannel> channels = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    nodes = new TestNodes(directory, 3, "locket.release-missing-is-ok = true");
    for (int i = 0; i < 3; i++) {
      channels.add(
          Grpc.newChannelBuilder(
                  "127.0.0.1:" + nodes.grpcPort(i), InsecureChannelCredentials.create())
              .build());
    }
  }

  @AfterEach
  void stop() {
    channels.forEach(ManagedChannel::shutdownNow);
    nodes.close();
  }

  private LocketGrpc.LocketBlockingStub client(int node, int seconds) {
    return LocketGrpc.newBlockingStub(channels.get(node))
        .withDeadlineAfter(seconds, TimeUnit.SECONDS);
  }

  private static LockRequest lock(String key, String owner, TypeCode type, long ttl) {
    Resource resource = Resource.newBuilder().setKey(key).setOwner(owner).setTypeCode(type).build();
    return LockRequest.newBuilder().setResource(resource).setTtlInSeconds(ttl).build();
  }

  private static Status refusal(ThrowingCallable call) {
    return catchThrowableOfType(StatusRuntimeException.class, call).getStatus();
  }

  private ServingStatus health(int node, String service) {
    HealthCheckRequest request = HealthCheckRequest.newBuilder().setService(service).build();
    return HealthGrpc.newBlockingStub(channels.get(node))
        .withDeadlineAfter(20, TimeUnit.SECONDS)
        .check(request)
        .getStatus();
  }

  @Test
  void health_follows_the_readiness_of_the_node() throws Exception {
    TestNodes.await(() -> health(0, "models.Locket") == ServingStatus.SERVING);
    nodes.stop(1);
    nodes.stop(2);
    TestNodes.await(() -> health(0, "models.Locket") == ServingStatus.NOT_SERVING);
    TestNodes.await(() -> health(0, "") == ServingStatus.NOT_SERVING);
    nodes.restart(1);
    TestNodes.await(() -> health(0, "models.Locket") == ServingStatus.SERVING);
  }

  @Test
  void a_call_is_held_through_an_election_and_without_a_quorum_until_just_before_its_deadline()
      throws Exception {
    int leader = nodes.awaitLeader();
    int follower = (leader + 1) % 3;
    client(follower, 30).lock(lock("a", "one", TypeCode.LOCK, 60));
    nodes.stop(leader);
    client(follower, 30).lock(lock("a", "one", TypeCode.LOCK, 60));
    nodes.stop((leader + 2) % 3);
    TestNodes.await(() -> health(follower, "") == ServingStatus.NOT_SERVING);
    long asked = System.nanoTime();
    Status status = refusal(() -> client(follower, 2).lock(lock("a", "one", TypeCode.LOCK, 60)));
    assertThat(status.getCode()).isEqualTo(Status.Code.UNAVAILABLE);
    assertThat(System.nanoTime() - asked).isBetween(1_000_000_000L, 2_500_000_000L);
  }

  @Test
  void a_thousand_calls_at_once_are_no_problem() throws Exception {
    List<Future<?>> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      LocketGrpc.LocketFutureStub client = LocketGrpc.newFutureStub(channels.get(i % 3));
      calls.add(client.lock(lock("key-" + i, "one", TypeCode.PRESENCE, 60)));
      calls.add(client.lock(lock("prize", "owner-" + i, TypeCode.LOCK, 60)));
    }
    int collisions = 0;
    for (Future<?> call : calls) {
      try {
        call.get(60, TimeUnit.SECONDS);
      } catch (ExecutionException refused) {
        assertThat(refused).hasMessageContaining("ALREADY_EXISTS: lock-collision");
        collisions++;
      }
    }
    assertThat(collisions).isEqualTo(CALLS - 1);
    FetchAllRequest presences = FetchAllRequest.newBuilder().setTypeCode(TypeCode.PRESENCE).build();
    assertThat(client(0, 30).fetchAll(presences).getResourcesList()).hasSize(CALLS);
  }

  @Test
  void a_call_without_a_resource_is_the_callers_fault() {
    assertThat(refusal(() -> client(0, 30).lock(LockRequest.getDefaultInstance())).getCode())
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refusal(() -> client(0, 30).release(ReleaseRequest.getDefaultInstance())).getCode())
        .isEqualTo(Status.Code.INVALID_ARGUMENT);
  }

  @Test
  void a_setting_makes_the_release_of_what_is_not_held_succeed() {
    Resource missing = Resource.newBuilder().setKey("none").setOwner("one").build();
    client(1, 30).release(ReleaseRequest.newBuilder().setResource(missing).build());
  }

  @Test
  void metrics_count_what_is_held_and_what_expired_and_the_calls() {
    client(0, 30).lock(lock("a", "one", TypeCode.LOCK, 60));
    client(0, 30).lock(lock("b", "one", TypeCode.LOCK, 60));
    client(0, 30).lock(lock("c", "one", TypeCode.PRESENCE, 1));
    refusal(() -> client(0, 30).lock(lock("a", "two", TypeCode.LOCK, 60)));
    client(0, 30).lock(lock("b", "one", TypeCode.PRESENCE, 60)); // it may change its kind
    HttpParty http = new HttpParty(nodes);
    for (int node = 0; node < 3; node++) {
      TestNodes.await(
          () ->
              scraped(http, "tenure_locket_locks_held").equals("1.0")
                  && scraped(http, "tenure_locket_presences_held").equals("1.0")
                  && scraped(http, "tenure_locket_presences_expired_total").equals("1.0"));
    }
    assertThat(scraped(http, nodes.url(0), "tenure_locket_started_total{method=\"Lock\"}"))
        .isEqualTo("5.0");
    assertThat(
            scraped(
                http,
                nodes.url(0),
                "tenure_locket_duration_seconds_count{code=\"ALREADY_EXISTS\",method=\"Lock\"}"))
        .isEqualTo("1");
  }

  private static String scraped(HttpParty http, String meter) {
    return value(http.send("GET", "/metrics", "").body(), meter);
  }

  private static String scraped(HttpParty http, String url, String meter) {
    return value(http.sendTo(url, "GET", "/metrics", "").body(), meter);
  }

  private static String value(String metrics, String meter) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(meter + " "))
        .map(line -> line.substring(meter.length() + 1))
        .findFirst()
        .orElse("none");
  }
}
