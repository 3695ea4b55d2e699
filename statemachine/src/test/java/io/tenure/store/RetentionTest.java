package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RetentionTest {

  @TempDir Path directory;

  @Test
  void whatever_is_forgotten_leaves_every_index() {
    List<LogEntry> log =
        new ArrayList<>(new Workload(1, Workload.keeping(300, 20_000_000)).entries(2000));
    Replica replica = Replica.open(directory);
    replica.apply(log, 10);
    assertThat(countEnded(replica)).isPositive();

    // Everything ends but what is held for ever, and then is forgotten, answers too.
    for (long i = 2001; i < 2500; i++) {
      Moment later = new Moment(new ClusterTime(i * 1_000_000_000L), 0);
      log.add(new LogEntry(i, later, List.of(Request.of(new Command.Tick()))));
    }
    replica.apply(log, 10);
    int live = replica.table().liveClaims();
    assertThat(countEnded(replica)).isZero();

    Set<String> keys = replica.closeAndDump().keySet();
    assertThat(keys).noneMatch(key -> key.startsWith("RESOURCES"));
    assertThat(keys).noneMatch(key -> key.startsWith("ZONES"));
    assertThat(keys).noneMatch(key -> key.startsWith("ANSWERS"));
    assertThat(keys.stream().filter(key -> key.startsWith("CLAIMS"))).hasSize(live);
    assertThat(keys.stream().filter(key -> key.startsWith("ENDS"))).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void a_claim_may_end_and_be_forgotten_within_one_batch() {
    List<LogEntry> log = new Workload(2, Workload.keeping(0, 0)).entries(2000);
    Replica whole = Replica.open(directory.resolve("whole"));
    Replica single = Replica.open(directory.resolve("single"));
    whole.apply(log, 1000);
    single.apply(log, 1);
    assertThat(whole.table().endedLedger().dropped()).isGreaterThan(EndOrder.SIZE);
    assertThat(countEnded(whole)).isZero();
    assertThat(whole.closeAndDump()).isEqualTo(single.closeAndDump());
  }

  @Test
  void the_number_of_ended_claims_stays_within_its_limit() {
    try (Replica replica = Replica.open(directory)) {
      replica.apply(new Workload(3, Workload.keeping(100, Long.MAX_VALUE)).entries(3000), 5);
      assertThat(replica.table().endedLedger().ended()).isGreaterThan(1000);
      assertThat(countEnded(replica)).isEqualTo(100);
    }
  }

  private static int countEnded(Replica replica) {
    ClaimFilter all =
        new ClaimFilter(
            new TreeSet<>(),
            Set.of(),
            ClaimFilter.Range.ANY,
            ClaimFilter.Range.ANY,
            ClaimFilter.Range.ANY,
            ClaimFilter.Range.ANY);
    int count = 0;
    try (var cursor = replica.store().scan(all, ClaimId.NONE)) {
      while (cursor.next().isPresent()) {
        count++;
      }
    }
    return count;
  }
}
