package io.tenure.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.RealTime;
import io.tenure.node.Party.Answer;
import io.tenure.node.Party.Hold;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every dialect promises, and the Java client too, on a cluster of three real nodes. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DialectContractTest {

  private static final String CLAIMS = "claims";
  private static final String LEASES = "leases";
  private static final String LOCKS = "locks";
  private static final String LOCKET = "locket";
  private static final String CLIENT = "client";

  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration SHORT = Duration.ofSeconds(1);
  private static final AtomicInteger count = new AtomicInteger();

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

  private static String freshName() {
    return "contract-" + count.incrementAndGet();
  }

  private static Hold acquire(Party party, String name, Duration ttl) {
    return party.acquire(name, "one", ttl).orElseThrow();
  }

  private static Optional<Hold> tryAsAnother(Party party, String name) {
    return party.acquire(name, "two", LONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {CLAIMS, LEASES, LOCKS, LOCKET, CLIENT})
  void one_holds_it_and_no_other(String dialect) {
    Party party = parties.named(dialect);
    String name = freshName();
    acquire(party, name, LONG);
    for (int node = 0; node < nodes.size(); node++) {
      assertThat(tryAsAnother(party, name)).isEmpty();
    }
    assertThat(tryAsAnother(party, freshName())).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {CLAIMS, LEASES, LOCKS, LOCKET, CLIENT})
  void what_is_not_renewed_expires_and_not_before_its_time(String dialect) {
    Party party = parties.named(dialect);
    String name = freshName();
    long asked = System.nanoTime();
    Hold hold = acquire(party, name, SHORT);
    TestNodes.await(() -> tryAsAnother(party, name).isPresent());
    assertThat(System.nanoTime() - asked).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(hold.renew(SHORT)).isNotEqualTo(Answer.DONE);
    assertThat(hold.release()).isNotEqualTo(Answer.DONE);
    assertThat(party.acquire(name, "three", LONG)).as("the second holder stays").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {CLAIMS, LEASES, LOCKS, LOCKET, CLIENT})
  void once_expired_it_is_gone_for_its_holder_too(String dialect) {
    Party party = parties.named(dialect);
    String name = freshName();
    Hold hold = acquire(party, name, SHORT);
    RealTime.pass(SHORT.multipliedBy(2));
    assertThat(hold.release()).isEqualTo(Answer.NOT_HELD);
  }

  @ParameterizedTest
  @ValueSource(strings = {CLAIMS, LEASES, LOCKS, LOCKET, CLIENT})
  void renewals_keep_it_for_longer_than_its_time(String dialect) {
    Party party = parties.named(dialect);
    String name = freshName();
    Duration ttl = SHORT.multipliedBy(2);
    Hold hold = acquire(party, name, ttl);
    long token = hold.token();
    long end = System.nanoTime() + ttl.plus(SHORT).toNanos();
    while (System.nanoTime() - end < 0) {
      assertThat(hold.renew(ttl)).isEqualTo(Answer.DONE);
      assertThat(tryAsAnother(party, name)).isEmpty();
      RealTime.pass(Duration.ofMillis(100));
    }
    assertThat(hold.token()).isGreaterThanOrEqualTo(token);
  }

  @ParameterizedTest
  @ValueSource(strings = {CLAIMS, LEASES, LOCKS, LOCKET, CLIENT})
  void a_release_frees_it_at_once_and_once(String dialect) {
    Party party = parties.named(dialect);
    String name = freshName();
    Hold hold = acquire(party, name, LONG);
    assertThat(hold.release()).isEqualTo(Answer.DONE);
    assertThat(hold.release()).isEqualTo(Answer.NOT_HELD);
    assertThat(tryAsAnother(party, name)).isPresent();
    assertThat(hold.release())
        .as("the next holder's is not the first one's")
        .isNotEqualTo(Answer.DONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {CLAIMS, LEASES, LOCKS, LOCKET, CLIENT})
  void a_wrong_proof_is_refused_and_changes_nothing(String dialect) {
    Party party = parties.named(dialect);
    String name = freshName();
    Hold hold = acquire(party, name, LONG);
    Hold forged = hold.forged();
    assertThat(forged.renew(LONG)).isEqualTo(Answer.NOT_YOURS);
    assertThat(forged.release()).isEqualTo(Answer.NOT_YOURS);
    assertThat(tryAsAnother(party, name)).isEmpty();
    assertThat(hold.renew(LONG)).isEqualTo(Answer.DONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {CLAIMS, LEASES, LOCKS, LOCKET, CLIENT})
  void every_grant_has_a_larger_token_than_all_before(String dialect) {
    Party party = parties.named(dialect);
    String name = freshName();
    long last = acquire(parties.claims(), freshName(), LONG).token();
    for (int i = 0; i < 3; i++) {
      Hold hold = acquire(party, name, LONG);
      assertThat(hold.token()).isGreaterThan(last).isLessThan(1L << 53);
      last = hold.token();
      Hold other = acquire(party, freshName(), LONG);
      assertThat(other.token()).isGreaterThan(last);
      last = other.token();
      hold.release();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {CLAIMS, LEASES, LOCKS, LOCKET, CLIENT})
  void it_outlives_a_change_of_leader(String dialect) throws Exception {
    Party party = parties.named(dialect);
    String name = freshName();
    Hold hold = acquire(party, name, LONG);
    int leader = nodes.awaitLeader();
    nodes.stop(leader);
    try {
      assertThat(tryAsAnother(party, name)).isEmpty();
      assertThat(hold.renew(LONG)).isEqualTo(Answer.DONE);
      Hold other = acquire(party, freshName(), LONG);
      assertThat(other.token()).isGreaterThan(hold.token());
      assertThat(hold.release()).isEqualTo(Answer.DONE);
      assertThat(tryAsAnother(party, name)).isPresent();
    } finally {
      nodes.restart(leader);
    }
  }
}
