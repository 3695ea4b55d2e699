package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.Event;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReloadTest {

  private static final Settings SHORT_MEMORY = Workload.keeping(300, 20_000_000);

  @TempDir Path directory;

  @Test
  void a_new_store_is_empty() {
    try (Replica replica = Replica.open(directory.resolve("not/there/yet"))) {
      assertThat(replica.store().appliedIndex()).isZero();
      assertThat(replica.table().liveClaims()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void a_table_that_is_read_back_goes_on_as_if_nothing_had_happened(long seed) {
    List<LogEntry> log = new Workload(seed, SHORT_MEMORY).entries(1500);
    try (Replica steady = Replica.open(directory.resolve("steady"))) {
      for (int i = 0; i < log.size(); i += 100) {
        try (Replica restarted = Replica.open(directory.resolve("restarted"))) {
          assertThat(restarted.store().appliedIndex()).isEqualTo(i);
          assertThat(restarted.table().digest()).isEqualTo(steady.table().digest());
          assertThat(restarted.table().head()).isEqualTo(steady.table().head());
          for (LogEntry entry : log.subList(i, i + 100)) {
            assertThat(restarted.results(entry)).isEqualTo(steady.results(entry));
          }
        }
      }
    }
  }

  @Test
  void equal_logs_lead_to_equal_records_however_they_are_cut_into_batches() {
    List<LogEntry> log = new Workload(6, SHORT_MEMORY).entries(3000);
    Replica one = Replica.open(directory.resolve("one"));
    Replica two = Replica.open(directory.resolve("two"));
    Replica three = Replica.open(directory.resolve("three"));
    one.apply(log, 1);
    two.apply(log, 37);
    three.apply(log.subList(0, 1234), 500);
    three.close();
    three = Replica.open(directory.resolve("three"));
    three.apply(log, 500);

    Map<String, String> records = one.closeAndDump();
    assertThat(records.keySet()).anyMatch(key -> key.startsWith("ENDS"));
    assertThat(records.keySet()).anyMatch(key -> key.startsWith("ANSWERS"));
    assertThat(two.closeAndDump()).isEqualTo(records);
    assertThat(three.closeAndDump()).isEqualTo(records);
  }

  @Test
  void an_entry_is_never_applied_twice() {
    List<LogEntry> log = new Workload(7, SHORT_MEMORY).entries(10);
    try (Replica replica = Replica.open(directory)) {
      replica.apply(log);
      var head = replica.table().head();
      assertThatThrownBy(() -> replica.store().write(10, 1, List.of(), head, 0))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void a_table_that_is_not_the_one_that_was_written_is_refused() {
    try (Replica replica = Replica.open(directory)) {
      replica.apply(new Workload(8, SHORT_MEMORY).entries(10));
      replica.store().write(11, 1, List.of(), replica.table().head(), 0xBADL);
      assertThatThrownBy(() -> replica.store().load())
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("corrupt store: the table of entry 11 has digest");
    }
  }

  @Test
  void after_a_failed_write_nothing_more_is_written() {
    try (Replica replica = Replica.open(directory)) {
      replica.apply(new Workload(9, SHORT_MEMORY).entries(10));
      var head = replica.table().head();
      long digest = replica.table().digest();
      List<Event> impossible = List.of(new Event.EndedDropped(1_000_000, 1_000_001));
      assertThatThrownBy(() -> replica.store().write(11, 1, impossible, head, digest))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("corrupt ends");
      assertThatThrownBy(() -> replica.store().write(11, 1, List.of(), head, digest))
          .isInstanceOf(StoreException.class)
          .hasMessage("a write has failed before");
      assertThat(replica.store().appliedIndex()).isEqualTo(10);
    }
  }
}
