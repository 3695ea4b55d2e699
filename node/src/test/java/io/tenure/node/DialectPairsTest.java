package io.tenure.node;

import static io.tenure.node.HttpParty.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.node.Party.Answer;
import io.tenure.node.Party.Hold;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One lock space for all dialects: every ordered pair of them, at three real nodes. Claims can name
 * what others hold, and meet them there; the others never meet by accident.
 */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DialectPairsTest {

  private static final List<String> DIALECTS = List.of("claims", "leases", "locks", "locket");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(1);

  @TempDir static Path directory;
  private static TestNodes nodes;
  private static Parties parties;

  @BeforeAll
  static void start() throws Exception {
    nodes = new TestNodes(directory, 3);
    parties = Parties.at(nodes);
  }

  @AfterAll
  static void stop() {
    parties.close();
    nodes.close();
  }

  static List<Arguments> pairs() {
    List<Arguments> pairs = new ArrayList<>();
    for (String holder : DIALECTS) {
      for (String other : DIALECTS) {
        if (!holder.equals(other)) {
          pairs.add(Arguments.of(holder, other));
        }
      }
    }
    return pairs;
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void the_same_name_in_two_dialects_is_two_resources(String one, String other) {
    String name = "apart-" + one + "-" + other;
    Hold first = parties.named(one).acquire(name, "one", LONG).orElseThrow();
    Hold second = parties.named(other).acquire(name, "two", LONG).orElseThrow();
    assertThat(second.token()).isGreaterThan(first.token());
    assertThat(first.release()).isEqualTo(Answer.DONE);
    assertThat(second.renew(LONG)).isEqualTo(Answer.DONE);
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void what_one_dialect_holds_another_can_never_take(String one, String other) {
    Party holder = parties.named(one);
    Party rival = parties.named(other);
    String name = "held-" + one + "-" + other;
    String resource = one.equals("claims") ? rival.resource(name) : holder.resource(name);
    Hold hold = holdAs(holder, resource, name);
    assertThat(parties.claims().acquire(resource, "two", LONG)).as("claimed").isEmpty();
    if (one.equals("claims")) {
      assertThat(rival.acquire(name, "two", LONG)).as("through its own dialect").isEmpty();
    } else if (!other.equals("claims")) {
      Hold elsewhere = rival.acquire(name, "two", LONG).orElseThrow();
      assertThat(elsewhere.release()).isEqualTo(Answer.DONE);
    }
    assertThat(hold.renew(LONG)).isEqualTo(Answer.DONE);
    assertThat(hold.release()).isEqualTo(Answer.DONE);
    assertThat(parties.claims().acquire(resource, "two", LONG)).isPresent();
  }

  private static Hold holdAs(Party holder, String resource, String name) {
    String wanted = holder.dialect().equals("claims") ? resource : name;
    return holder.acquire(wanted, "one", LONG).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"leases", "locks", "locket", "claims", "client"})
  void who_queues_by_a_claim_gets_it_when_it_is_released(String dialect) throws Exception {
    Party holder = parties.named(dialect);
    String name = "released-" + dialect;
    Hold hold = holder.acquire(name, "one", LONG).orElseThrow();
    CompletableFuture<HttpResponse<String>> queued =
        CompletableFuture.supplyAsync(
            () -> parties.claims().file(holder.resource(name), LONG, "wait=30"));
    TestNodes.await(() -> waiting(holder.resource(name)) == 1);
    assertThat(queued).isNotDone();
    assertThat(hold.release()).isEqualTo(Answer.DONE);
    HttpResponse<String> granted = queued.get(30, TimeUnit.SECONDS);
    assertThat(granted.statusCode()).isEqualTo(201);
    assertThat(parties.claims().hold(granted).token()).isGreaterThan(hold.token());
    assertThat(holder.acquire(name, "two", LONG)).as("now the claim is in the way").isEmpty();
    assertThat(parties.claims().hold(granted).release()).isEqualTo(Answer.DONE);
    assertThat(holder.acquire(name, "two", LONG)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"leases", "locks", "locket", "claims", "client"})
  void who_queues_by_a_claim_gets_it_when_it_expires(String dialect) {
    Party holder = parties.named(dialect);
    String name = "expired-" + dialect;
    long asked = System.nanoTime();
    Hold hold = holder.acquire(name, "one", SHORT).orElseThrow();
    HttpResponse<String> granted = parties.claims().file(holder.resource(name), LONG, "wait=30");
    assertThat(granted.statusCode()).isEqualTo(201);
    assertThat(System.nanoTime() - asked).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(hold.renew(SHORT)).isNotEqualTo(Answer.DONE);
    assertThat(holder.acquire(name, "two", LONG)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"leases", "locks", "locket"})
  void who_queues_comes_before_who_asks_later_in_any_dialect(String dialect) {
    Party holder = parties.named(dialect);
    String name = "order-" + dialect;
    Hold hold = holder.acquire(name, "one", LONG).orElseThrow();
    long queued = json(parties.claims().file(holder.resource(name), LONG, "")).path("id").asLong();
    assertThat(hold.release()).isEqualTo(Answer.DONE);
    assertThat(holder.acquire(name, "two", LONG)).isEmpty();
    assertThat(json(parties.claims().show(queued)).path("status").asText()).isEqualTo("active");
  }

  private static int waiting(String resource) {
    String path = "/v1/claims/?status=waiting&resource=" + resource;
    return json(parties.claims().http().send("GET", path, "")).size();
  }
}
