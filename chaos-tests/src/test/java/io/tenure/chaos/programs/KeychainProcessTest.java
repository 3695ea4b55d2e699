package io.tenure.chaos.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tenure.chaos.cluster.ProcessCluster;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The keychain as a process, as main programs in other languages use it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Execution(ExecutionMode.CONCURRENT)
@Timeout(300)
class KeychainProcessTest {

  private static final String PYTHON_MAIN =
      """
      import os, signal, sys, threading
      sys.path.insert(0, sys.argv[1])
      from tenure_keychain import ClaimFailed, ClaimLost, Keychain, KeychainError
      command = (sys.argv[2], "keychain")
      urls = [os.environ["TENURE_URL"]]
      lost = threading.Event()
      with Keychain(urls, command) as keychain:
          with keychain.claim("py1", ttl=3, user_data={"who": "py"}) as claim:
              claim.check()
              claim.refresh(ttl=30)
              print("held", claim.id, claim.fencing_token, len(keychain.list()))
              with Keychain(urls, command) as other:
                  try:
                      other.claim("py1", timeout=0.3)
                  except ClaimFailed as failed:
                      print("failed", failed.reason)
          claim = keychain.claim("py2", ttl=30, on_lost=lambda _: lost.set())
          os.system(sys.argv[2] + " revoke %d >/dev/null" % claim.id)
          try:
              claim.refresh()
          except KeychainError:
              pass
          print("lost", lost.wait(30))
          try:
              claim.check()
          except ClaimLost:
              print("check says so")
      gone = threading.Event()
      keychain = Keychain(urls, command, on_gone=gone.set)
      claim = keychain.claim("py3", ttl=2)
      os.kill(keychain.pid, signal.SIGKILL)
      print("gone", gone.wait(30), claim.lost)
      """;

  @TempDir static Path directory;
  private static ProcessCluster cluster;
  private static Tenure tenure;

  @BeforeAll
  static void start() {
    cluster = new ProcessCluster(Tenure.home(), directory, 1, List.of());
    cluster.start();
    tenure = new Tenure(directory, cluster.urls());
  }

  @AfterAll
  static void stop() {
    tenure.close();
    cluster.close();
  }

  @Test
  void it_claims_tells_renews_and_releases() throws Exception {
    try (Pipe keychain = new Pipe()) {
      keychain.send("{'id': 'a', 'do': 'claim', 'resource': 'k1', 'ttl': 2, 'renewals': true}");
      assertThat(keychain.await("registered").path("id").asText()).isEqualTo("a");
      JsonNode active = keychain.await("active");
      assertThat(active.path("fencing_token").asLong()).isPositive();
      assertThat(keychain.await("renewed").path("deadline").asDouble())
          .isGreaterThan(active.path("deadline").asDouble());

      keychain.send("{'id': 1, 'do': 'validate', 'resource': 'k1'}");
      assertThat(keychain.reply(1).path("held").asBoolean()).isTrue();
      keychain.send("{'id': 2, 'do': 'refresh', 'resource': 'k1', 'ttl': 50}");
      assertThat(keychain.reply(2).path("ttl").asDouble()).isEqualTo(50);
      keychain.send("{'id': 3, 'do': 'list'}");
      assertThat(keychain.reply(3).path("claims").get(0).path("held").asBoolean()).isTrue();
      keychain.send("{'id': 4, 'do': 'release', 'resource': 'k1'}");
      keychain.await("released");
    }
  }

  @Test
  void it_tells_the_place_in_line_and_when_it_has_waited_in_vain() throws Exception {
    tenure.run("claim", "k2", "--ttl", "600");
    try (Pipe keychain = new Pipe()) {
      keychain.send("{'id': 1, 'do': 'claim', 'resource': 'k2', 'timeout': 0.5}");
      assertThat(keychain.await("waiting").path("position").asInt()).isOne();
      assertThat(keychain.await("failed").path("reason").asText()).isEqualTo("timeout");
    }
  }

  @Test
  void a_line_that_is_wrong_is_answered_and_nothing_else_happens() throws Exception {
    List<String> wrong =
        List.of(
            "garbage",
            "[]",
            "{'do': 'ping'}",
            "{'id': 1, 'do': 'dance'}",
            "{'id': 1, 'do': 'claim'}",
            "{'id': 1, 'do': 'claim', 'resource': 'x', 'ttl': -1}",
            "{'id': 1, 'do': 'release', 'resource': 'nothing'}",
            "\"".repeat(2_000_000));
    try (Pipe keychain = new Pipe()) {
      for (String line : wrong) {
        keychain.send(line);
        JsonNode reply = keychain.next();
        while (!reply.has("reply")) {
          reply = keychain.next();
        }
        assertThat(reply.path("ok").asBoolean(true))
            .as(line.substring(0, Math.min(60, line.length())))
            .isFalse();
        assertThat(reply.path("detail").asText()).isNotEmpty();
      }
      keychain.send("{'id': 9, 'do': 'ping'}");
      assertThat(keychain.reply(9).path("ok").asBoolean()).isTrue();
    }
  }

  @Test
  void when_its_input_is_closed_it_releases_or_aborts_all_and_ends() throws Exception {
    for (String choice : List.of("release", "abort")) {
      Pipe keychain = new Pipe("--on-close", choice);
      keychain.send("{'id': 1, 'do': 'claim', 'resource': 'k3-" + choice + "', 'ttl': 600}");
      long id = keychain.await("active").path("claim").asLong();
      assertThat(keychain.close(10)).isZero();
      assertThat(tenure.claim(id).path("status").asText()).startsWith(choice);
    }
  }

  @Test
  void after_kill_9_the_main_program_notices_and_the_claim_expires_by_its_ttl() throws Exception {
    Pipe keychain = new Pipe();
    keychain.send("{'id': 1, 'do': 'claim', 'resource': 'k4', 'ttl': 2}");
    long id = keychain.await("active").path("claim").asLong();
    Tenure.signal(keychain.process.pid(), "KILL");

    assertThat(keychain.lines.lines().toList()).isEmpty();
    ProcessCluster.await(
        "the claim to expire", () -> tenure.claim(id).path("status").asText().equals("expired"));
    keychain.close(5);
  }

  @Test
  void a_lost_claim_stops_the_main_program_if_that_is_wished() {
    // The main program is a shell that ignores TERM, so that KILL has to come.
    String script =
        "trap '' TERM; mkfifo $1.in; "
            + tenure.executable()
            + " keychain --kill-parent --kill-grace 0.5 <$1.in >$1.out & exec 9>$1.in;"
            + " echo '{\"id\": 1, \"do\": \"claim\", \"resource\": \"k5\"}' >&9;"
            + " while :; do sleep 0.1; done";
    Path files = directory.resolve("parent");
    Tenure.Running main =
        tenure.launch(List.of("sh", "-c", script, "main", files.toString()), Map.of());
    Path out = directory.resolve("parent.out");
    ProcessCluster.await("it to be held", () -> Tenure.read(out).contains("\"active\""));
    tenure.run("revoke", "--resource", "k5");

    assertThat(main.await().code()).isEqualTo(137);
    ProcessCluster.await("the loss to be told", () -> Tenure.read(out).contains("\"lost\""));
  }

  @Test
  void the_python_client_claims_waits_is_told_of_a_loss_and_of_the_keychains_end()
      throws Exception {
    assumeTrue(has("python3"), "python3 is not installed");
    Path file = Files.writeString(directory.resolve("main.py"), PYTHON_MAIN);
    Tenure.Ended ended =
        tenure
            .launch(
                List.of(
                    "python3", "-B", file.toString(), examples().toString(), tenure.executable()),
                Map.of())
            .await();

    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out().lines().map(line -> line.split(" ")[0]))
        .containsExactly("held", "failed", "lost", "check", "gone");
    assertThat(ended.out())
        .contains("failed timeout", "lost True", "gone True the keychain has ended");
    assertThat(tenure.run("queue", "py1", "--json").json()).isEmpty();
  }

  @Test
  void the_perl_client_claims_and_releases() throws Exception {
    assumeTrue(has("perl"), "perl is not installed");
    String path = Tenure.home().resolve("bin") + ":" + System.getenv("PATH");
    Tenure.Ended ended =
        tenure
            .launch(
                List.of(
                    "perl",
                    examples().resolve("tenure_keychain.pl").toString(),
                    cluster.urls().get(0).toString(),
                    "pl1",
                    "1"),
                Map.of("PATH", path))
            .await();
    assumeTrue(!ended.err().contains("Can't locate"), "perl lacks its core modules");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out()).contains("holding pl1", "released pl1");
    assertThat(tenure.run("queue", "pl1", "--json").json()).isEmpty();
  }

  private static boolean has(String program) throws Exception {
    return new ProcessBuilder("sh", "-c", "command -v " + program).start().waitFor() == 0;
  }

  private static Path examples() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("settings.gradle"))) {
      root = root.getParent();
    }
    return root.resolve("client/examples");
  }

  /** A keychain at the other end of two pipes. Quotes are single ones, to be read easily. */
  private static final class Pipe implements AutoCloseable {
    private final Process process;
    private final BufferedReader lines;
    private final OutputStream in;

    Pipe(String... arguments) {
      List<String> command = new ArrayList<>(List.of(tenure.executable(), "keychain"));
      command.addAll(List.of("--url", cluster.urls().get(0).toString()));
      command.addAll(List.of(arguments));
      try {
        process =
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
      lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      in = process.getOutputStream();
    }

    void send(String line) throws IOException {
      in.write((line.replace('\'', '"') + "\n").getBytes(StandardCharsets.UTF_8));
      in.flush();
    }

    JsonNode next() throws IOException {
      return Tenure.json(lines.readLine());
    }

    JsonNode await(String event) throws IOException {
      JsonNode message = next();
      while (!message.path("event").asText().equals(event)) {
        message = next();
      }
      return message;
    }

    JsonNode reply(int id) throws IOException {
      JsonNode message = next();
      while (!message.has("reply") || message.path("id").asInt() != id) {
        message = next();
      }
      return message;
    }

    int close(int seconds) throws Exception {
      in.close();
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      process.destroyForcibly();
      assertThat(ended).as("the keychain ends").isTrue();
      return process.exitValue();
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
