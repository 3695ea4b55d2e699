package io.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.cli.exit.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Commands against a node that answers what the test says. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CommandsTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final FakeNode node = new FakeNode();
  private final List<String> requests = node.requests;

  @AfterEach
  void stop() {
    node.close();
  }

  private int run(Map<String, String> variables, String... arguments) {
    Map<String, String> all = new HashMap<>(Map.of("TENURE_URL", node.url()));
    all.putAll(variables);
    CommandEnvironment environment = new CommandEnvironment(all, "");
    return Main.run(environment, new PrintWriter(out), new PrintWriter(err), arguments);
  }

  private void replies(int status, String body) {
    node.reply(status, body);
  }

  @Test
  void a_write_that_fails_for_the_moment_is_repeated_with_the_same_key() {
    replies(503, "{\"detail\": \"no leader\"}");
    replies(201, "{\"id\": 1, \"status\": \"active\"}");

    assertThat(run(Map.of(), "claim", "db", "--ttl", "5", "--json")).isZero();
    assertThat(requests).hasSize(2);
    assertThat(requests.get(0))
        .isEqualTo(requests.get(1))
        .startsWith("POST /v1/claims/ {\"resource\":\"db\",\"ttl\":5.0} key ");
  }

  @Test
  void names_are_encoded_as_parts_of_the_uri() {
    replies(200, "{\"resource\": \"a b/ü?\", \"holder\": null}");
    assertThat(run(Map.of(), "show", "a b/ü?")).isZero();
    assertThat(requests).containsExactly("GET /v1/resources/a%20b/%C3%BC%3F");
    assertThat(out.toString()).isEqualTo("a b/ü? is free\n");
  }

  @Test
  void the_token_comes_from_the_environment() {
    replies(401, "{\"detail\": \"credentials are missing\"}");
    assertThat(run(Map.of("TENURE_TOKEN", "s3cret"), "release", "1"))
        .isEqualTo(ExitCode.NOT_ALLOWED);
    assertThat(requests.get(0)).contains("Bearer s3cret");
    assertThat(err.toString()).contains("credentials are missing (401)", "TENURE_TOKEN");
  }

  @Test
  void a_token_that_no_header_can_have_is_told_in_one_line() {
    assertThat(run(Map.of("TENURE_TOKEN", "a b"), "release", "1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).hasLineCount(1).contains("TENURE_TOKEN").doesNotContain("a b");
    assertThat(requests).isEmpty();
  }

  @Test
  void a_renewal_has_no_key_and_an_ending_has_one() {
    replies(200, "{\"id\": 1, \"status\": \"active\"}");
    assertThat(run(Map.of(), "renew", "1", "--ttl", "5")).isZero();
    assertThat(run(Map.of(), "release", "1")).isZero();
    assertThat(requests.get(0)).isEqualTo("PATCH /v1/claims/1/ {\"ttl\":5.0}");
    assertThat(requests.get(1)).contains("released", " key ");
  }

  @Test
  void an_error_has_no_names_of_java_classes() throws IOException {
    try (ServerSocket hangsUp = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      CompletableFuture.runAsync(() -> hangUp(hangsUp));
      String address = "http://127.0.0.1:" + hangsUp.getLocalPort();
      int code = run(Map.of("TENURE_URL", address), "show", "1", "--patience", "0.3");
      assertThat(code).isEqualTo(ExitCode.UNAVAILABLE);
    }
    assertThat(run(Map.of(), "show", "1", "--ca", "/no/such/file")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .contains("/no/such/file: there is no such file")
        .doesNotContain("java.", "Exception");
  }

  private static void hangUp(ServerSocket server) {
    try {
      while (true) {
        try (Socket socket = server.accept()) {
          socket.getInputStream().read();
        }
      }
    } catch (IOException closed) {
      return;
    }
  }

  @Test
  void a_list_goes_on_over_pages_to_its_limit() {
    String next = "<" + node.url() + "/v1/claims/?cursor=x>; rel=\"next\"";
    node.reply(200, "[{\"id\": 1}, {\"id\": 2}]", Map.of("Link", next));
    node.reply(200, "[]", Map.of("Link", next));
    node.reply(200, "[{\"id\": 3}, {\"id\": 4}]", Map.of("Link", next));

    assertThat(
            run(
                Map.of(),
                "list",
                "--limit",
                "3",
                "--json",
                "--status",
                "active",
                "--sort",
                "oldest"))
        .isZero();
    assertThat(requests)
        .containsExactly(
            "GET /v1/claims/?limit=3&status=active",
            "GET /v1/claims/?cursor=x",
            "GET /v1/claims/?cursor=x");
    assertThat(out.toString()).isEqualTo("[{\"id\":1},{\"id\":2},{\"id\":3}]\n");
  }

  @Test
  void a_claim_that_waits_is_withdrawn_by_release() {
    replies(400, "{\"detail\": \"a claim that is waiting cannot become released\"}");
    replies(200, "{\"id\": 1, \"status\": \"waiting\"}");
    replies(204, "");
    replies(200, "{\"id\": 1, \"resource\": \"db\", \"status\": \"withdrawn\"}");

    assertThat(run(Map.of(), "release", "1")).isZero();
    assertThat(requests.get(2)).startsWith("PATCH /v1/claims/1/ {\"status\":\"withdrawn\"}");
    assertThat(out.toString()).isEqualTo("claim 1 on db is withdrawn\n");
  }

  @Test
  void a_dead_node_is_passed_over_at_once() {
    replies(200, "{\"id\": 1}");
    assertThat(run(Map.of("TENURE_URL", "http://127.0.0.1:1," + node.url()), "show", "1", "--json"))
        .isZero();
  }

  @Test
  void an_answer_that_is_not_JSON_is_an_error_of_one_line() {
    replies(404, "<html>\n<b>no</b>\n</html>");
    assertThat(run(Map.of(), "show", "1")).isEqualTo(ExitCode.REFUSED);
    assertThat(err.toString()).hasLineCount(1).contains("404 <html> <b>no</b> </html>");
  }

  @Test
  void wrong_options_are_told_in_one_line_with_where_to_read_on() {
    assertThat(run(Map.of(), "renew", "1")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).hasLineCount(1).contains("--ttl", "see tenure renew --help");
    assertThat(run(Map.of(), "claim", "x", "--ttl", "-3")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "claim", "x", "--user-data", "{")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "show", "1", "--url", "ftp://x")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "show", "1", "--ca", "/no/such/file")).isEqualTo(ExitCode.USAGE);
    assertThat(requests).isEmpty();
  }

  @Test
  void options_of_every_command_may_stand_before_it_or_behind() {
    replies(200, "{\"id\": 1}");
    assertThat(run(Map.of("TENURE_URL", "::"), "--url", node.url(), "--json", "show", "1"))
        .isZero();
    assertThat(run(Map.of("TENURE_URL", "::"), "show", "1", "--url", node.url(), "--json"))
        .isZero();
    assertThat(out.toString()).isEqualTo("{\"id\":1}\n{\"id\":1}\n");
  }

  @ParameterizedTest
  @CsvSource({"30, 30.0", "30s, 30.0", "5m, 300.0", "500ms, 0.5", "1.5h, 5400.0", "1d, 86400.0"})
  void durations_have_units_or_are_seconds(String written, String seconds) {
    replies(200, "{\"id\": 1, \"status\": \"active\"}");
    assertThat(run(Map.of(), "renew", "1", "--ttl", written)).isZero();
    assertThat(requests).containsExactly("PATCH /v1/claims/1/ {\"ttl\":" + seconds + "}");
  }

  @Test
  void what_is_no_duration_is_told_with_those_that_are() {
    assertThat(run(Map.of(), "renew", "1", "--ttl", "30 apples")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("'30 apples' is not a duration", "500ms").hasLineCount(1);
  }

  @Test
  void an_unknown_word_is_told_with_the_nearest() {
    assertThat(run(Map.of(), "lits")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "list", "--limt", "3")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "cluster", "now")).isEqualTo(ExitCode.USAGE);
    assertThat(run(Map.of(), "show")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .containsExactly(
            "tenure: unknown command 'lits'; did you mean 'list'?; see tenure --help",
            "tenure: unknown option '--limt'; did you mean '--limit'?; see tenure list --help",
            "tenure: unexpected argument 'now'; see tenure cluster --help",
            "tenure: name a claim's number or a resource; see tenure show --help");
  }

  @Test
  void with_json_an_error_is_JSON_too() {
    replies(404, "{\"type\": \"urn:tenure:problem:no-such-claim\", \"detail\": \"no claim 9\"}");
    assertThat(run(Map.of(), "show", "9", "--json")).isEqualTo(ExitCode.REFUSED);
    assertThat(run(Map.of(), "show", "--json", "--nonsense")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString().lines())
        .satisfiesExactly(
            refused ->
                assertThat(refused)
                    .startsWith(
                        "{\"error\":{\"type\":\"no-such-claim\",\"status\":404,\"detail\":\"no"
                            + " claim 9")
                    .endsWith("\"exit_code\":1}}"),
            wrong -> assertThat(wrong).contains("\"type\":\"usage\"", "\"exit_code\":2"));
  }

  @Test
  void nodes_that_all_refuse_the_connection_are_not_asked_again() {
    String nobody = "http://127.0.0.1:1,http://127.0.0.1:2";
    assertThat(run(Map.of("TENURE_URL", nobody), "show", "1")).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(err.toString()).contains("connection refused", "TENURE_URL").hasLineCount(1);
  }

  @Test
  void a_release_that_was_done_before_is_done() {
    replies(400, "{\"detail\": \"a claim that is released cannot become released\"}");
    replies(200, "{\"id\": 1, \"resource\": \"db\", \"status\": \"released\"}");
    assertThat(run(Map.of(), "release", "1")).isZero();
    assertThat(err.toString()).isEqualTo("tenure: claim 1 was already released\n");
  }

  @Test
  void a_release_of_a_claim_that_has_expired_is_refused() {
    replies(400, "{\"detail\": \"the claim has expired\"}");
    replies(200, "{\"id\": 1, \"status\": \"expired\"}");
    assertThat(run(Map.of(), "release", "1")).isEqualTo(ExitCode.REFUSED);
    assertThat(err.toString()).isEqualTo("tenure: claim 1: the claim has expired (400)\n");
  }

  @Test
  void who_holds_a_resource_is_shown_by_what_its_holder_says() {
    replies(
        200,
        "{\"resource\":\"db\",\"holder\":{\"claim\":4,\"owner\":null,\"fencing_token\":7,"
            + "\"expires_in\":12.0,\"user_data\":"
            + "{\"host\":\"db1\",\"pid\":4711,\"command\":\"backup.sh\"}}}");
    assertThat(run(Map.of(), "show", "db")).isZero();
    assertThat(out.toString())
        .startsWith("db is held by backup.sh on db1, pid 4711 (claim 4), fencing token 7");
  }

  @Test
  void a_list_shows_live_claims_and_the_newest_first() {
    replies(
        200,
        "[{\"id\":1,\"resource\":\"a/1\"},{\"id\":2,\"resource\":\"b\"},{\"id\":3,\"resource\":\"a/2\"}]");
    assertThat(run(Map.of(), "list", "--prefix", "a/", "-o", "name")).isZero();
    assertThat(run(Map.of(), "list", "-o", "jsonl", "--limit", "1")).isZero();
    assertThat(run(Map.of(), "list", "--all", "--sort", "resource", "-o", "name")).isZero();
    assertThat(out.toString()).isEqualTo("3\n1\n{\"id\":3,\"resource\":\"a/2\"}\n1\n3\n2\n");
    assertThat(requests.get(0))
        .isEqualTo("GET /v1/claims/?limit=1000&status=active&status=waiting");
    assertThat(requests.get(2)).isEqualTo("GET /v1/claims/?limit=1000");
  }

  @Test
  void a_cluster_without_a_leader_is_not_well_and_a_check_looks_closer() {
    replies(200, "{\"leader\": null, \"members\": []}");
    assertThat(run(Map.of(), "cluster")).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(run(Map.of(), "leader")).isEqualTo(ExitCode.UNAVAILABLE);
    node.answer(
        "/v1/cluster",
        200,
        "{\"leader\":\"n1\",\"members\":[{\"id\":\"n1\",\"applied_index\":5,\"hash_checkpoints\":{\"4\":"
            + "\"a\"}},{\"id\":\"n2\",\"applied_index\":null},{\"id\":\"n3\",\"applied_index\":5,"
            + "\"hash_checkpoints\":{\"4\":\"b\"}}]}");
    assertThat(run(Map.of(), "cluster")).isZero();
    assertThat(run(Map.of(), "cluster", "--check")).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(err.toString()).contains("no leader", "n2 cannot be reached", "different states");
  }

  @Test
  void health_learns_the_members_from_the_node_that_is_given() {
    replies(200, "ready");
    node.answer(
        "/v1/cluster",
        200,
        "{\"node\":\"n1\",\"members\":[{\"id\":\"n1\",\"http_url\":\"http://elsewhere\"},{\"id\":\"n2\","
            + "\"http_url\":\"http://127.0.0.1:1\"}]}");
    assertThat(run(Map.of(), "health")).isEqualTo(ExitCode.UNAVAILABLE);
    assertThat(out.toString()).contains("n1", "ready", "n2", "unreachable").hasLineCount(3);
  }

  @Test
  void leadership_is_moved_and_a_node_taken_out_of_rotation() {
    replies(200, "out of rotation");
    String members = "[{\"id\":\"n2\",\"http_url\":\"" + node.url() + "\"}]";
    node.answer("/v1/cluster", 200, "{\"leader\":\"n2\",\"term\":3,\"members\":" + members + "}");
    assertThat(run(Map.of(), "leader", "n2")).isZero();
    assertThat(run(Map.of(), "rotation", "out", "n2")).isZero();
    assertThat(run(Map.of(), "rotation", "out", "n9")).isEqualTo(ExitCode.REFUSED);
    assertThat(run(Map.of(), "rotation", "off")).isEqualTo(ExitCode.USAGE);
    assertThat(requests)
        .contains("POST /v1/cluster/leader {\"node\":\"n2\"}", "POST /v1/health out");
  }

  @Test
  void a_token_may_lie_in_a_file(@TempDir Path directory) throws IOException {
    replies(200, "{\"id\": 1}");
    Path file = directory.resolve("token");
    Files.writeString(file, "s3cret\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(run(Map.of("TENURE_TOKEN_FILE", file.toString()), "show", "1")).isZero();
    assertThat(requests.get(0)).endsWith("Bearer s3cret");
    assertThat(err.toString()).contains("other users can read the token file").hasLineCount(1);
    assertThat(run(Map.of(), "show", "1", "--token-file", "/no/such")).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void a_token_over_plain_http_to_another_machine_is_warned_of() {
    Map<String, String> far = Map.of("TENURE_URL", "http://host.invalid:1", "TENURE_TOKEN", "x");
    assertThat(run(far, "version", "--client")).isZero();
    assertThat(err.toString()).contains("warning: the token is sent to http://host.invalid:1");
  }

  @Test
  void shells_complete_options_and_their_values() {
    assertThat(run(Map.of(), "completion")).isZero();
    assertThat(run(Map.of(), "completion", "fish")).isZero();
    assertThat(out.toString())
        .contains("--minimum-ttl", "withdrawn", "jsonl", "fetch-all")
        .contains("__fish_seen_subcommand_from list' -l status -x -a 'waiting active");
    assertThat(run(Map.of(), "completion", "cmd")).isEqualTo(ExitCode.USAGE);
  }
}
