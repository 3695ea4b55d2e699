package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Event;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Compares what the archive finds with all that ever ended and was not forgotten. */
@TestInstance(Lifecycle.PER_CLASS)
class ListingTest {

  @TempDir static Path directory;

  private final Random random = new Random(11);
  private final NavigableMap<Long, Claim> bySequence = new TreeMap<>();
  private final Map<RequestKey, Result> answers = new HashMap<>();
  private final Set<RequestKey> keys = new HashSet<>();
  private final Workload workload = new Workload(11, Workload.keeping(2000, 100_000_000_000L));
  private Optional<ClaimId> forgotten = Optional.empty();
  private Replica replica;

  @BeforeAll
  void fillStore() {
    replica = Replica.open(directory);
    for (int i = 0; i < 600; i++) {
      apply(workload.entries(10));
    }
    assertThat(bySequence).hasSize(2000);
  }

  @AfterAll
  void closeStore() {
    replica.close();
  }

  @Test
  void all_ended_claims_are_found_by_id_but_neither_live_nor_forgotten_ones() {
    for (Claim claim : bySequence.values()) {
      assertThat(replica.store().ended(claim.id())).hasValue(claim);
    }
    assertThat(replica.store().ended(forgotten.get())).isEmpty();
    for (Claim live : replica.table().waitingAfter(ClaimId.NONE)) {
      assertThat(replica.store().ended(live.id())).isEmpty();
    }
    for (Claim live : replica.table().activeAfter(ClaimId.NONE)) {
      assertThat(replica.store().ended(live.id())).isEmpty();
    }
  }

  @Test
  void a_scan_without_a_filter_shows_all_in_order() {
    assertThat(scan(filter(Set.of(), Set.of(), Range.ANY), ClaimId.NONE)).hasSize(2000);
  }

  @Test
  void a_scan_by_resource_reads_no_other_resource() {
    for (String name : Workload.RESOURCES) {
      assertThat(scan(filter(Set.of(name), Set.of(), Range.ANY), ClaimId.NONE))
          .isNotEmpty()
          .allMatch(claim -> claim.resource().name().equals(name));
    }
    assertThat(scan(filter(Set.of("nobody"), Set.of(), Range.ANY), ClaimId.NONE)).isEmpty();
  }

  @Test
  void a_scan_by_status_reads_no_other_status() {
    for (ClaimStatus status : ClaimStatus.values()) {
      List<Claim> found = scan(filter(Set.of(), Set.of(status), Range.ANY), ClaimId.NONE);
      assertThat(found).allMatch(claim -> claim.status() == status);
      assertThat(found.isEmpty()).isEqualTo(status.isLive());
    }
  }

  @Test
  void a_scan_by_creation_passes_over_claims_of_other_times() {
    long last = bySequence.lastEntry().getValue().filed().wallMicros();
    Range aroundLast = new Range(last - 1_000_000, last + 1_000_000);
    List<Claim> found = scan(filter(Set.of(), Set.of(), aroundLast), ClaimId.NONE);
    assertThat(found).isNotEmpty().hasSizeLessThan(2000);
    assertThat(scan(filter(Set.of(), Set.of(), new Range(0, 1)), ClaimId.NONE)).isEmpty();
  }

  @Test
  void any_scan_leaves_out_nothing_that_matches() {
    for (int i = 0; i < 300; i++) {
      Set<String> resources = some(Workload.RESOURCES);
      Set<ClaimStatus> statuses = some(List.of(ClaimStatus.values()));
      long from = 1_699_000_000_000_000L + random.nextInt(2_000_000) * 1_000_000L;
      Range created =
          random.nextBoolean() ? Range.ANY : new Range(from, from + random.nextInt(1_000_000_000));
      ClaimFilter filter = filter(resources, statuses, created);
      List<Claim> all = List.copyOf(bySequence.values());
      ClaimId after = all.get(random.nextInt(all.size())).id();
      List<Claim> expected =
          bySequence.values().stream()
              .filter(claim -> claim.id().compareTo(after) > 0)
              .filter(claim -> matches(filter, claim))
              .sorted((one, other) -> one.id().compareTo(other.id()))
              .toList();
      List<Claim> found =
          scan(filter, after).stream().filter(claim -> matches(filter, claim)).toList();
      assertThat(found).isEqualTo(expected);
    }
  }

  @Test
  void a_scan_does_not_see_what_happens_after_its_start() {
    for (Set<String> resources : List.of(Set.<String>of(), Set.of("a", "b"))) {
      ClaimFilter filter = filter(resources, Set.of(), Range.ANY);
      List<Claim> before = scan(filter, ClaimId.NONE);
      try (Archive.Cursor cursor = replica.store().scan(filter, ClaimId.NONE)) {
        apply(workload.entries(300));
        assertThat(rest(cursor)).isEqualTo(before);
      }
      assertThat(scan(filter, ClaimId.NONE)).isNotEqualTo(before);
    }
  }

  @Test
  void a_scan_that_starts_after_every_id_is_empty() {
    ClaimFilter all = filter(Set.of(), Set.of(), Range.ANY);
    assertThat(scan(all, new ClaimId(Long.MAX_VALUE))).isEmpty();
    assertThat(scan(all, new ClaimId(Long.MAX_VALUE - 1))).isEmpty();
    assertThat(scan(filter(Set.of("a"), Set.of(), Range.ANY), new ClaimId(Long.MAX_VALUE)))
        .isEmpty();
  }

  @Test
  void tenures_are_the_last_that_held_a_resource_newest_first() {
    for (String name : Workload.RESOURCES) {
      List<Claim> expected =
          bySequence.descendingMap().values().stream()
              .filter(claim -> claim.resource().name().equals(name) && claim.lease() != null)
              .toList();
      assertThat(replica.store().tenures(new ResourceKey(name), 10))
          .isEqualTo(expected.subList(0, Math.min(10, expected.size())));
      assertThat(replica.store().tenures(new ResourceKey(name), 5000)).isEqualTo(expected);
    }
    assertThat(replica.store().tenures(new ResourceKey("nobody"), 10)).isEmpty();
  }

  @Test
  void answers_are_found_until_they_are_forgotten() {
    assertThat(answers).isNotEmpty();
    assertThat(keys).hasSizeGreaterThan(answers.size());
    for (RequestKey key : keys) {
      assertThat(replica.store().answer(key)).isEqualTo(Optional.ofNullable(answers.get(key)));
    }
  }

  @Test
  void an_answer_is_not_found_for_another_request_of_the_same_key() {
    for (RequestKey key : answers.keySet()) {
      RequestKey other = new RequestKey(key.high(), key.low(), key.fingerprint() + 1);
      assertThat(replica.store().answer(other)).isEmpty();
    }
  }

  private void apply(List<LogEntry> entries) {
    for (Outcome outcome : replica.apply(entries)) {
      outcome.events().forEach(this::remember);
    }
  }

  private void remember(Event event) {
    if (event instanceof Event.ClaimEnded end) {
      bySequence.put(end.sequence(), end.claim());
    } else if (event instanceof Event.EndedDropped drop) {
      forgotten = Optional.of(bySequence.get(drop.last()).id());
      bySequence.subMap(drop.first(), true, drop.last(), true).clear();
    } else if (event instanceof Event.AnswerKept kept) {
      answers.put(kept.key(), kept.answer());
      keys.add(kept.key());
    } else if (event instanceof Event.AnswerDropped dropped) {
      answers.keySet().removeIf(key -> key.name().equals(dropped.name()));
    }
  }

  private List<Claim> scan(ClaimFilter filter, ClaimId after) {
    try (Archive.Cursor cursor = replica.store().scan(filter, after)) {
      List<Claim> found = rest(cursor);
      assertThat(found).isSortedAccordingTo((one, other) -> one.id().compareTo(other.id()));
      return found;
    }
  }

  private static List<Claim> rest(Archive.Cursor cursor) {
    List<Claim> found = new ArrayList<>();
    for (var next = cursor.next(); next.isPresent(); next = cursor.next()) {
      found.add(next.get());
    }
    return found;
  }

  private <T> Set<T> some(List<T> values) {
    List<T> shuffled = new ArrayList<>(values);
    Collections.shuffle(shuffled, random);
    return shuffled.stream().limit(random.nextInt(4)).collect(Collectors.toSet());
  }

  private static boolean matches(ClaimFilter filter, Claim claim) {
    return filter.matches(new ClaimView(claim, 0, ClusterTime.ZERO));
  }

  private static ClaimFilter filter(
      Set<String> resources, Set<ClaimStatus> statuses, Range created) {
    return new ClaimFilter(
        new TreeSet<>(resources), statuses, Range.ANY, Range.ANY, Range.ANY, created);
  }
}
