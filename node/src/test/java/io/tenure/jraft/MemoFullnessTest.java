package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MemoFullnessTest {

  private final List<String> warnings = new ArrayList<>();
  private final List<String> halts = new ArrayList<>();
  private final MemoFullness fullness = new MemoFullness(warnings::add);

  private void remembered(int answers, int limit) {
    fullness.look(answers, limit);
  }

  @Test
  void a_memory_of_keys_that_is_four_fifths_full_is_warned_of_once() {
    remembered(799_999, 1_000_000);
    assertThat(warnings).isEmpty();

    remembered(800_000, 1_000_000);
    remembered(900_000, 1_000_000);
    remembered(1_000_000, 1_000_000);

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("800000 of at most 1000000", "idempotency.keys");
  }

  @Test
  void it_is_warned_of_again_after_there_was_room() {
    remembered(80, 100);
    remembered(79, 100);
    assertThat(warnings).hasSize(1);

    remembered(80, 100);
    assertThat(warnings).hasSize(2);
  }

  @Test
  void a_smaller_limit_can_make_it_full() {
    remembered(100, 1_000);
    remembered(100, 110);

    assertThat(warnings).singleElement().asString().contains("100 of at most 110");
  }

  @Test
  void the_largest_limit_does_not_overflow() {
    remembered(1, Integer.MAX_VALUE);
    assertThat(warnings).isEmpty();

    remembered(Integer.MAX_VALUE, Integer.MAX_VALUE);
    assertThat(warnings).hasSize(1);
  }

  @Test
  void whoever_applies_the_log_looks_and_tells_the_limit(@TempDir Path directory) {
    try (Replica replica = Replicas.open(directory, halts::add, fullness)) {
      Settings usual = Settings.DEFAULT;
      Settings five =
          new Settings(
              usual.queueLimit(),
              usual.liveLimit(),
              usual.namespaceLimit(),
              usual.retentionMicros(),
              usual.retentionLimit(),
              usual.memoMicros(),
              5);
      apply(replica, 1, Request.of(new Configure(five)));
      for (int i = 2; i <= 4; i++) {
        apply(replica, i, keyed(i));
      }
      assertThat(warnings).isEmpty();
      assertThat(replica.applied().settings().memoLimit()).isEqualTo(5);

      apply(replica, 5, keyed(5));
      assertThat(warnings).singleElement().asString().contains("4 of at most 5");
    }
  }

  private static Request keyed(long key) {
    return new Request(
        new Amend(new ClaimId(9), Ttl.ofSeconds(1), null), new RequestKey(0, key, key));
  }

  private static void apply(Replica replica, long index, Request request) {
    Moment now = new Moment(new ClusterTime(index), index);
    LogEntry entry = new LogEntry(index, now, List.of(request));
    replica.apply(state -> state.apply(entry, 1));
  }
}
