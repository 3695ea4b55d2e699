package io.tenure.chaos.programs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.ProcessCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lock and presence runners over both APIs, on a cluster of three. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class RunnerCommandTest {

  @TempDir static Path directory;
  private static ProcessCluster cluster;
  private static Tenure tenure;

  @BeforeAll
  static void start() {
    cluster = new ProcessCluster(Tenure.home(), directory, 3, List.of());
    cluster.start();
    tenure = new Tenure(directory, cluster.urls());
  }

  @AfterAll
  static void stop() {
    tenure.close();
    cluster.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claims", "locket"})
  void a_lock_runner_is_ready_once_the_one_before_has_ended(String api) {
    Tenure.Running first = runner(api, "lock", "line", "one");
    first.awaitOutput("\"ready\"");
    Tenure.Running second = runner(api, "lock", "line", "two");
    second.awaitOutput("\"waiting\"");
    assertThat(Tenure.read(second.out())).doesNotContain("ready");

    first.signal("TERM");

    assertThat(first.await().code()).isZero();
    second.awaitOutput("\"ready\"");
    second.signal("INT");
    assertThat(second.await().code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claims", "locket"})
  void a_lock_runner_ends_as_soon_as_it_is_lost(String api) {
    Tenure.Running runner = runner(api, "lock", "gone", "one");
    runner.awaitOutput("\"ready\"");
    tenure.run("revoke", "--resource", resource(api, "gone"));

    Tenure.Ended ended = runner.await();
    assertThat(ended.code()).isEqualTo(76);
    assertThat(ended.out()).contains("\"lost\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"claims", "locket"})
  void a_presence_runner_gets_its_lock_back(String api) {
    Tenure.Running runner = runner(api, "presence", "cell", "one");
    runner.awaitOutput("\"ready\"");
    Tenure.Ended waiting = tenure.run("claim", resource(api, "cell"), "--ttl", "600", "--json");
    assertThat(waiting.code()).isEqualTo(75);
    String other = Tenure.json(waiting.out()).path("id").asText();
    tenure.run("revoke", "--resource", resource(api, "cell"));
    runner.awaitOutput("\"lost\"");
    assertThat(runner.process().isAlive()).isTrue();

    tenure.run("release", other);

    ProcessCluster.await(
        "it to be present again",
        () -> Tenure.read(runner.out()).split("\"ready\"", -1).length == 3);
    runner.signal("TERM");
    assertThat(runner.await().code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"claims", "locket"})
  void the_death_of_the_leader_is_no_loss(String api) {
    Tenure.Running runner = runner(api, "lock", "survivor", "one", "--ttl", "15", "--retry", "2");
    runner.awaitOutput("\"ready\"");
    NodeProcess leader = cluster.leader();
    leader.kill();
    String path = resource(api, "survivor");
    String others =
        cluster.nodes().stream()
            .filter(NodeProcess::isRunning)
            .map(node -> node.url().toString())
            .collect(Collectors.joining(","));
    ProcessCluster.await(
        "renewals after the election",
        () ->
            tenure
                .run("list", "--resource", path, "--minimum-ttl", "12", "--url", others, "--json")
                .out()
                .contains("active"));
    leader.start();
    cluster.awaitReady();

    assertThat(Tenure.read(runner.out())).doesNotContain("lost");
    runner.signal("TERM");
    assertThat(runner.await().code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lock", "presence"})
  void single_calls_of_locket_work_too(String type) {
    String[] to = {"locket", "--locket", addresses(), "--json"};
    String key = "single-" + type;
    assertThat(
            tenure
                .run(with(to, "lock", key, "me", "--type", type, "--value", "v", "--ttl", "60"))
                .json()
                .path("fencing_token")
                .asLong())
        .isPositive();
    assertThat(tenure.run(with(to, "lock", key, "you", "--type", type)).code()).isEqualTo(75);
    assertThat(tenure.run(with(to, "fetch", key)).json().path("owner").asText()).isEqualTo("me");
    assertThat(tenure.run(with(to, "fetch-all", "--type", type)).out()).contains(key);
    assertThat(tenure.run(with(to, "release", key, "me")).code()).isZero();
    assertThat(tenure.run(with(to, "fetch", key)).code()).isEqualTo(1);
  }

  private static String[] with(String[] first, String... rest) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(List.of(rest));
    return all.toArray(String[]::new);
  }

  private static Tenure.Running runner(
      String api, String kind, String key, String owner, String... more) {
    List<String> arguments = new ArrayList<>(List.of("runner", kind, key, "--owner", owner));
    arguments.add("--json");
    arguments.addAll(more.length > 0 ? List.of(more) : List.of("--ttl", "6", "--retry", "1"));
    if (api.equals("locket")) {
      arguments.addAll(List.of("--locket", addresses()));
    }
    return tenure.start(arguments.toArray(String[]::new));
  }

  /** The same lock in the words of claims. */
  private static String resource(String api, String key) {
    return api.equals("locket") ? "locket/" + key : key;
  }

  private static String addresses() {
    return cluster.nodes().stream().map(NodeProcess::grpcAddress).collect(Collectors.joining(","));
  }
}
