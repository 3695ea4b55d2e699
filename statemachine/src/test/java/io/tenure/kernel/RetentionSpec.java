package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.REFUSE;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Event.EndedDropped;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RetentionSpec {

  private static final Duration HOUR = Duration.ofHours(1);

  private final Scenario cluster = new Scenario();

  @Test
  void ended_claims_are_kept_by_number_the_newest_stay() {
    cluster.configure(keep(HOUR, 3));

    ClaimId first = endOne();
    for (int i = 0; i < 3; i++) {
      endOne();
    }

    assertThat(cluster.archive.ended(first)).isEmpty();
    assertThat(cluster.archive.endedClaims()).isEqualTo(3);
    assertThat(cluster.events()).contains(new EndedDropped(1, 1));
  }

  @Test
  void ended_claims_are_kept_for_their_time_and_not_much_longer() {
    cluster.configure(keep(HOUR, 1_000));
    ClaimId claim = endOne();

    cluster.after(HOUR.minusSeconds(1)).tick();
    assertThat(cluster.archive.ended(claim)).isPresent();

    cluster.after(HOUR.dividedBy(64).plusSeconds(2)).tick();
    assertThat(cluster.archive.ended(claim)).isEmpty();
    assertThat(cluster.table.endedLedger().marks()).isEmpty();
    assertThat(cluster.table.isTimed()).isFalse();
  }

  @Test
  void nothing_is_kept_if_so_wished() {
    cluster.configure(keep(Duration.ZERO, 1_000));
    endOne();
    assertThat(cluster.archive.endedClaims()).isZero();

    cluster.configure(keep(HOUR, 0));
    endOne();
    assertThat(cluster.archive.endedClaims()).isZero();
  }

  @Test
  void a_lower_limit_is_reached_in_bounded_steps() {
    for (int i = 0; i < 4; i++) {
      endMany(1_000);
    }

    cluster.configure(keep(HOUR, 10));
    assertThat(cluster.archive.endedClaims()).isBetween(2_000, 3_000);

    int ticks = 0;
    while (cluster.archive.endedClaims() > 10) {
      cluster.tick();
      ticks++;
    }
    assertThat(ticks).isEqualTo(3);
  }

  @Test
  void the_ledger_forgets_as_a_list_of_all_ends_would_but_for_the_width_of_a_mark() {
    SplittableRandom random = new SplittableRandom(5);
    cluster.configure(keep(HOUR, 200));
    Deque<ClusterTime> ends = new ArrayDeque<>();
    for (int step = 0; step < 3_000; step++) {
      cluster.after(Duration.ofSeconds(random.nextInt(1, 120)));
      if (random.nextInt(10) < (step / 500) % 10) {
        endOne();
        ends.addLast(cluster.now());
      } else {
        cluster.tick();
      }
      assertKeptAbout(ends);
    }
  }

  /** Nothing is dropped too early; nothing is kept for more than a mark's width too long. */
  private void assertKeptAbout(Deque<ClusterTime> ends) {
    long kept = cluster.table.endedLedger().ended() - cluster.table.endedLedger().dropped();
    long now = cluster.now().micros();
    long hour = HOUR.toNanos() / 1_000;
    long young = ends.stream().filter(end -> now - end.micros() < hour).count();
    long notOld = ends.stream().filter(end -> now - end.micros() < hour + hour / 64).count();
    assertThat(kept).isBetween(Math.min(200, young), Math.min(200, notOld));
    assertThat(cluster.archive.endedClaims()).isEqualTo((int) kept);
    assertThat(cluster.table.endedLedger().marks()).hasSizeLessThan(70);
  }

  private ClaimId endOne() {
    ClaimId claim = cluster.granted("r", "alice").claim().id();
    cluster.amend(claim, ClaimStatus.RELEASED);
    return claim;
  }

  private void endMany(int number) {
    Request[] requests = new Request[2 * number];
    long next = cluster.table.nextClaimId().value();
    for (int i = 0; i < number; i++) {
      requests[2 * i] = Request.of(wish("r", "alice", TTL, REFUSE));
      requests[2 * i + 1] =
          Request.of(new Amend(new ClaimId(next + i), null, ClaimStatus.RELEASED));
    }
    cluster.applyTogether(requests);
  }

  private static Settings keep(Duration time, int limit) {
    Settings usual = Settings.DEFAULT;
    return new Settings(
        usual.queueLimit(),
        usual.liveLimit(),
        usual.namespaceLimit(),
        time.toNanos() / 1_000,
        limit,
        usual.memoMicros(),
        usual.memoLimit());
  }
}
