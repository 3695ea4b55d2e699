package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Event;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LastTenuresTest {

  private static final int KEPT = 400;
  private static final String[] PARTS = {"a", "b", "leases", "ü", "x".repeat(90), "y".repeat(130)};

  @TempDir Path directory;

  private final Random random = new Random(7);
  private final NavigableMap<Long, Claim> bySequence = new TreeMap<>();
  private long index;

  @Test
  void the_last_holder_of_every_resource_below_a_prefix_is_found_and_nobody_else() {
    try (Replica replica = Replica.open(directory)) {
      apply(replica, new Command.Configure(Workload.keeping(KEPT, 100_000_000_000L)));
      List<ClaimId> live = new ArrayList<>();
      for (int i = 0; i < 3_000; i++) {
        if (live.size() < 40 || (live.size() < 200 && random.nextBoolean())) {
          live.add(file(replica));
        } else {
          ClaimId claim = live.remove(random.nextInt(live.size()));
          apply(replica, new Amend(claim, null, ClaimStatus.WITHDRAWN));
        }
      }
      assertThat(bySequence).hasSize(KEPT);
      for (String prefix : List.of("a", "a/", "a/b/", "leases/", "ü/", "x", "none", "a/a/a/a/a")) {
        assertThat(found(replica, prefix)).as(prefix).isEqualTo(expected(prefix));
      }
      assertThat(expected("a/")).hasSizeGreaterThan(10);
    }
  }

  private ClaimId file(Replica replica) {
    StringBuilder name = new StringBuilder(PARTS[random.nextInt(PARTS.length)]);
    for (int parts = random.nextInt(3); parts > 0; parts--) {
      name.append('/').append(PARTS[random.nextInt(PARTS.length)]);
    }
    Acquire wish =
        new Acquire(
            new ResourceKey(name.toString()),
            Holder.ANONYMOUS,
            Ttl.FOREVER,
            WhenHeld.QUEUE,
            UserData.NONE,
            "");
    ClaimId[] filed = new ClaimId[1];
    for (Event event : apply(replica, wish).events()) {
      if (event instanceof Event.ClaimFiled claim) {
        filed[0] = claim.claim().id();
      }
    }
    return filed[0];
  }

  private Outcome apply(Replica replica, Command command) {
    index++;
    Moment stamp = new Moment(new ClusterTime(index), index);
    LogEntry entry = new LogEntry(index, stamp, List.of(Request.of(command)));
    Outcome outcome = replica.apply(List.of(entry)).get(0);
    for (Event event : outcome.events()) {
      if (event instanceof Event.ClaimEnded end) {
        bySequence.put(end.sequence(), end.claim());
      } else if (event instanceof Event.EndedDropped drop) {
        bySequence.subMap(drop.first(), true, drop.last(), true).clear();
      }
    }
    return outcome;
  }

  private static Map<String, Claim> found(Replica replica, String prefix) {
    Map<String, Claim> found = new HashMap<>();
    try (Archive.Cursor cursor = replica.store().lastTenures(prefix)) {
      Optional<Claim> next = cursor.next();
      while (next.isPresent()) {
        assertThat(found.put(next.get().resource().name(), next.get())).isNull();
        next = cursor.next();
      }
    }
    return found;
  }

  /** Of several that held a resource the last has the largest id. */
  private Map<String, Claim> expected(String prefix) {
    Map<String, Claim> expected = new HashMap<>();
    for (Claim claim : bySequence.values()) {
      if (claim.lease() != null && claim.resource().name().startsWith(prefix)) {
        expected.merge(
            claim.resource().name(),
            claim,
            (one, other) -> one.id().compareTo(other.id()) > 0 ? one : other);
      }
    }
    return expected;
  }
}
