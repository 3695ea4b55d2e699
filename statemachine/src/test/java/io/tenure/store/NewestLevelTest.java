package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.NewerLevelException;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Settings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a store keeps from {@code Level.SECOND} on, and does not write before. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class NewestLevelTest {

  private static final Settings FIRST = Workload.keeping(300, 20_000_000);
  private static final Settings NEWEST = FIRST.withPromotionGrace(1_000_000);

  /** Hexadecimal, as in a dump. */
  private static final int DELIVERY_KEY_LENGTH = 2 * Long.BYTES;

  @TempDir Path directory;

  private static boolean isOfDeliveries(String record) {
    return record.startsWith("ANSWERS ")
        && record.length() == "ANSWERS ".length() + DELIVERY_KEY_LENGTH;
  }

  private static String head(Map<String, String> records) {
    return records.get("HEAD ");
  }

  private static boolean anybodyIsAwaited(Replica replica) {
    for (Claim claim : replica.table().activeAfter(ClaimId.NONE)) {
      if (claim.asks() != null) {
        return true;
      }
    }
    return false;
  }

  @Test
  void deliveries_asks_and_graces_survive_every_restart() {
    List<LogEntry> log = new Workload(1, NEWEST).entries(1500);
    int redelivered = 0;
    int awaited = 0;
    Map<DeliveryId, Result> first = new HashMap<>();
    try (Replica steady = Replica.open(directory.resolve("steady"))) {
      for (int i = 0; i < log.size(); i += 100) {
        try (Replica restarted = Replica.open(directory.resolve("restarted"))) {
          assertThat(restarted.table().digest()).isEqualTo(steady.table().digest());
          assertThat(restarted.table().head()).isEqualTo(steady.table().head());
          awaited += anybodyIsAwaited(restarted) ? 1 : 0;
          for (LogEntry entry : log.subList(i, i + 100)) {
            Outcome outcome = restarted.apply(List.of(entry)).get(0);
            assertThat(outcome).isEqualTo(steady.apply(List.of(entry)).get(0));
            redelivered += checkRedelivered(restarted, outcome, first);
            note(outcome, first);
          }
        }
      }
      assertThat(steady.table().level()).isEqualTo(Level.NEWEST);
    }
    assertThat(redelivered).isGreaterThan(100);
    assertThat(awaited).isPositive();
  }

  private static int checkRedelivered(
      Replica replica, Outcome outcome, Map<DeliveryId, Result> first) {
    int count = 0;
    for (Result result : outcome.results()) {
      if (result instanceof Redelivered again) {
        assertThat(replica.store().answer(again.delivery(), again.entry()))
            .contains(first.get(again.delivery()));
        count++;
      }
    }
    return count;
  }

  private static void note(Outcome outcome, Map<DeliveryId, Result> first) {
    outcome.events().stream()
        .filter(DeliveriesKept.class::isInstance)
        .map(DeliveriesKept.class::cast)
        .forEach(
            event -> {
              for (int i = 0; i < event.answers().size(); i++) {
                first.put(event.kept().ids().get(i), event.answers().get(i));
              }
            });
  }

  @Test
  void equal_logs_lead_to_equal_records_however_they_are_cut_into_batches() {
    List<LogEntry> log = new Workload(6, NEWEST).entries(2000);
    Replica one = Replica.open(directory.resolve("one"));
    Replica two = Replica.open(directory.resolve("two"));
    one.apply(log, 1);
    two.apply(log, 370); // deliveries come and are forgotten within one batch

    Map<String, String> records = one.closeAndDump();
    assertThat(records.keySet()).anyMatch(NewestLevelTest::isOfDeliveries);
    assertThat(two.closeAndDump()).isEqualTo(records);
  }

  @Test
  void forgotten_deliveries_leave_the_store() {
    List<LogEntry> log = new Workload(3, NEWEST).entries(1000);
    Replica replica = Replica.open(directory);
    replica.apply(log, 10);

    long entries =
        replica.closeAndDump().keySet().stream().filter(NewestLevelTest::isOfDeliveries).count();

    assertThat(entries).isBetween(50L, 250L); // twelve seconds, a tenth for each entry
  }

  @Test
  void an_installed_checkpoint_recognizes_deliveries_and_waits_for_owners() {
    List<LogEntry> log = new Workload(31, NEWEST).entries(1200);
    Path checkpoint = directory.resolve("checkpoint");
    Replica source = Replica.open(directory.resolve("source"));
    source.apply(log.subList(0, 1000), 10);
    source.store().checkpoint(checkpoint).seal();
    Replica behind = Replica.open(directory.resolve("behind"));
    behind.apply(log.subList(0, 100), 10);

    behind.install(checkpoint);

    assertThat(behind.table().digest()).isEqualTo(source.table().digest());
    int redelivered = 0;
    for (LogEntry entry : log.subList(1000, 1200)) {
      List<Result> results = source.results(entry);
      assertThat(behind.results(entry)).isEqualTo(results);
      redelivered += checkRedeliveredAlike(source, behind, results);
    }
    assertThat(redelivered).isPositive();
    assertThat(behind.closeAndDump()).isEqualTo(source.closeAndDump());
  }

  @Test
  void a_checkpoint_of_a_later_level_than_is_known_changes_nothing() {
    Path checkpoint = directory.resolve("checkpoint");
    try (Replica source = Replica.open(directory.resolve("source"));
        Replica behind = Replica.open(directory.resolve("behind"))) {
      source.apply(new Workload(31, NEWEST).entries(100), 10);
      source.store().checkpoint(checkpoint).seal();
      behind.apply(new Workload(2, FIRST).entries(50), 10);

      assertThatThrownBy(() -> behind.store().replaceWith(checkpoint, new KnownLevels(Level.FIRST)))
          .isInstanceOf(NewerLevelException.class);

      assertThat(behind.store().appliedIndex()).isEqualTo(50);
      assertThat(behind.store().load().level()).isEqualTo(Level.FIRST);
    }
  }

  private static int checkRedeliveredAlike(Replica one, Replica other, List<Result> results) {
    int count = 0;
    for (Result result : results) {
      if (result instanceof Redelivered again) {
        assertThat(one.store().answer(again.delivery(), again.entry()))
            .isPresent()
            .isEqualTo(other.store().answer(again.delivery(), again.entry()));
        count++;
      }
    }
    return count;
  }

  @Test
  void a_store_of_the_first_level_has_nothing_that_version_0_1_0_cannot_read() {
    Replica replica = Replica.open(directory);
    replica.apply(new Workload(2, FIRST).entries(500), 10);

    Map<String, String> records = replica.closeAndDump();

    assertThat(head(records)).startsWith("01");
    assertThat(records.keySet()).noneMatch(NewestLevelTest::isOfDeliveries);
    // A claim's second byte is its status and what else there is: 0x40 are asks.
    assertThat(records)
        .allSatisfy(
            (key, value) -> {
              if (key.startsWith("CLAIMS ")) {
                assertThat(Integer.parseInt(value.substring(2, 4), 16) & 0x40).isZero();
              }
            });
  }

  @Test
  void a_store_of_the_newest_level_says_so_in_its_head() {
    Replica replica = Replica.open(directory);
    replica.apply(new Workload(2, NEWEST).entries(10), 10);

    assertThat(head(replica.closeAndDump())).startsWith("0203");
  }
}
