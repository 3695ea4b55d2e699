package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimListing.Page;
import io.tenure.kernel.ClaimListing.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClaimListingTest {

  private static final ClaimFilter ALL =
      new ClaimFilter(new TreeSet<>(), Set.of(), Range.ANY, Range.ANY, Range.ANY, Range.ANY);

  private final Scenario cluster = new Scenario();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shows_what_a_walk_over_all_claims_would(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int step = 0; step < 300; step++) {
      stepAtRandom(random);
    }
    for (int i = 0; i < 300; i++) {
      assertSamePages(randomFilter(random), random.nextInt(1, 12), random.nextInt(4));
    }
  }

  @Test
  void goes_on_where_a_bounded_walk_had_to_stop() {
    for (int i = 0; i < 50; i++) {
      grantThousandFrom(1_000 * i);
    }
    TreeSet<String> none = new TreeSet<>();
    Range never = new Range(Long.MAX_VALUE - 1, Long.MAX_VALUE);
    ClaimFilter nobody = new ClaimFilter(none, Set.of(), Range.ANY, Range.ANY, never, Range.ANY);

    int pages = 0;
    ClaimId after = ClaimId.NONE;
    while (after != null) {
      Page page = cluster.view().list(nobody, new Window(after, 0, 10)).finish();
      assertThat(page.claims()).isEmpty();
      after = page.next();
      pages++;
    }
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void an_offset_beyond_everything_is_an_empty_page() {
    cluster.granted("r", "alice");

    Page page = cluster.view().list(ALL, new Window(ClaimId.NONE, Integer.MAX_VALUE, 100)).finish();

    assertThat(page.claims()).isEmpty();
    assertThat(page.next()).isNull();
  }

  @Test
  void positions_in_the_queue_are_shown() {
    cluster.granted("r", "alice");
    cluster.queued("r", "bob");
    cluster.queued("r", "carol");

    assertThat(cluster.view().list(ALL, new Window(ClaimId.NONE, 0, 10)).finish().claims())
        .extracting(ClaimView::position)
        .containsExactly(0, 1, 2);
  }

  private void grantThousandFrom(int first) {
    Request[] requests = new Request[1_000];
    for (int i = 0; i < requests.length; i++) {
      String name = "r" + (first + i);
      requests[i] = Request.of(Scenario.wish(name, "alice", Scenario.TTL, QUEUE));
    }
    cluster.applyUnchecked(requests);
  }

  private void stepAtRandom(SplittableRandom random) {
    cluster.after(Duration.ofMillis(random.nextInt(2_000)));
    String resource = "r" + random.nextInt(6);
    ClaimId some = new ClaimId(random.nextLong(1, cluster.table.nextClaimId().value() + 1));
    switch (random.nextInt(5)) {
      case 0, 1 -> cluster.acquire(resource, "h" + random.nextInt(3), QUEUE);
      case 2 -> cluster.amend(some, ClaimStatus.RELEASED);
      case 3 -> cluster.amend(some, ClaimStatus.WITHDRAWN);
      default -> cluster.tick();
    }
  }

  private ClaimFilter randomFilter(SplittableRandom random) {
    TreeSet<String> resources = new TreeSet<>();
    Set<ClaimStatus> statuses = EnumSet.noneOf(ClaimStatus.class);
    for (int i = random.nextInt(3); i > 0; i--) {
      resources.add("r" + random.nextInt(7));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      statuses.add(ClaimStatus.values()[random.nextInt(ClaimStatus.values().length)]);
    }
    long wall = Scenario.wall(cluster.now());
    return new ClaimFilter(
        resources,
        statuses,
        range(random, 0),
        range(random, 0),
        range(random, 0),
        range(random, wall));
  }

  private static Range range(SplittableRandom random, long from) {
    if (random.nextInt(3) > 0) {
      return Range.ANY;
    }
    long least = from + random.nextLong(40_000_000);
    return new Range(least, least + random.nextLong(600_000_000));
  }

  private void assertSamePages(ClaimFilter filter, int limit, int offset) {
    List<ClaimId> expected =
        everything().stream()
            .filter(filter::matches)
            .map(view -> view.claim().id())
            .skip(offset)
            .toList();
    List<ClaimId> shown = new ArrayList<>();
    ClaimId after = ClaimId.NONE;
    int skip = offset;
    while (after != null) {
      Page page = cluster.view().list(filter, new Window(after, skip, limit)).finish();
      assertThat(page.claims()).hasSizeLessThanOrEqualTo(limit);
      page.claims().forEach(view -> shown.add(view.claim().id()));
      after = page.next();
      skip = 0;
    }
    assertThat(shown).isEqualTo(expected);
  }

  private List<ClaimView> everything() {
    List<ClaimView> views = new ArrayList<>();
    for (long id = 1; id < cluster.table.nextClaimId().value(); id++) {
      cluster.view().claim(new ClaimId(id)).ifPresent(views::add);
    }
    views.sort(Comparator.comparing(view -> view.claim().id()));
    return views;
  }
}
