package io.tenure.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.CallObserver;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.Gateway;
import io.tenure.kernel.Outcome;
import io.tenure.service.LeaderChange;
import io.tenure.service.UnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class AdminDialectTest {

  private Optional<String> notReadyBecause = Optional.empty();
  private CompletableFuture<ClusterStatus> cluster = CompletableFuture.completedFuture(status());

  private final LeaderChange change =
      new LeaderChange() {
        @Override
        public List<String> members() {
          return List.of();
        }

        @Override
        public CompletionStage<Outcome> moveTo(String member) {
          throw new AssertionError(member);
        }
      };

  private final Gateway gateway =
      new Gateway(
          List.of(
              new AdminDialect(
                  () -> notReadyBecause, () -> "tenure_up 1\n", caller -> cluster, change)),
          Authenticator.NONE,
          CallObserver.NONE);

  @Test
  void a_node_lives_even_if_it_cannot_serve() {
    notReadyBecause = Optional.of("no leader");
    assertThat(ask("GET", "/livez").status()).isEqualTo(200);
    assertThat(ask("HEAD", "/livez/").status()).isEqualTo(200);
  }

  @Test
  void a_node_that_cannot_serve_says_why() {
    assertThat(text(ask("GET", "/readyz"))).isEqualTo("ready\n");
    notReadyBecause = Optional.of("no leader");
    Answer answer = ask("GET", "/readyz");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Content-Type")).contains("application/problem+json");
    assertThat(text(answer)).contains("not-ready", "\"detail\":\"no leader\"");
  }

  @Test
  void metrics_are_in_the_format_that_prometheus_reads() {
    Answer answer = ask("GET", "/metrics");
    assertThat(answer.header("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
    assertThat(text(answer)).isEqualTo("tenure_up 1\n");
  }

  @Test
  void the_cluster_is_shown_with_every_member() {
    Answer answer = ask("GET", "/v1/cluster//");
    assertThat(answer.header("Content-Type")).contains("application/json");
    assertThat(text(answer))
        .isEqualTo(
            """
            {"cluster":"demo","node":"a","version":"0.1","leader":null,"term":7,\
            "cluster_time_micros":1234567,"level":1,"members":[\
            {"id":"a","raft_address":"10.0.0.1:9081","http_url":"http://10.0.0.1:8081",\
            "role":"follower","term":7,"applied_index":20,"committed_index":22,"lag":2,\
            "version":"0.1","newest_level":2,"state_hash":"00ff",\
            "hash_checkpoints":{"9":"aa","10":"bb"}},\
            {"id":"b","raft_address":"10.0.0.2:9081","http_url":"http://10.0.0.2:8081",\
            "role":"unreachable","term":null,"applied_index":null,"committed_index":null,\
            "lag":null,"version":null,"newest_level":null,"state_hash":null,\
            "hash_checkpoints":{}}]}\
            """);
  }

  @Test
  void a_cluster_that_cannot_be_asked_is_unavailable() {
    cluster = CompletableFuture.failedFuture(new UnavailableException("stopping"));
    Answer answer = ask("GET", "/v1/cluster");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("Retry-After")).contains("1");
  }

  @Test
  void other_methods_are_told_what_is_allowed() {
    for (String path : List.of("/livez", "/readyz", "/metrics", "/v1/cluster")) {
      Answer refused = ask("POST", path);
      assertThat(refused.status()).isEqualTo(405);
      assertThat(refused.header("Allow")).contains("GET, HEAD, OPTIONS");
      assertThat(ask("OPTIONS", path).header("Allow")).contains("GET, HEAD, OPTIONS");
    }
  }

  @Test
  void nothing_else_is_served_here() {
    for (String path :
        List.of(
            "/",
            "//",
            "/livez/x",
            "/v1/cluster/x",
            "/v1/cluster/leases/x",
            "/v1/clusters",
            "/v1",
            "")) {
      assertThat(ask("GET", path).status()).as(path).isEqualTo(404);
    }
  }

  private Answer ask(String method, String path) {
    return gateway.answer(FakeCall.of(method, path)).join();
  }

  private static String text(Answer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }

  private static ClusterStatus status() {
    TreeMap<Long, String> checkpoints = new TreeMap<>();
    checkpoints.put(10L, "bb");
    checkpoints.put(9L, "aa");
    ClusterStatus.State state =
        new ClusterStatus.State(7, 20, 22, 2, "0.1", 2, "00ff", checkpoints);
    return new ClusterStatus(
        "demo",
        "a",
        "0.1",
        null,
        7,
        1234567,
        1,
        List.of(
            new ClusterStatus.Member(
                "a", "10.0.0.1:9081", "http://10.0.0.1:8081", ClusterStatus.Role.FOLLOWER, state),
            new ClusterStatus.Member(
                "b",
                "10.0.0.2:9081",
                "http://10.0.0.2:8081",
                ClusterStatus.Role.UNREACHABLE,
                null)));
  }
}
