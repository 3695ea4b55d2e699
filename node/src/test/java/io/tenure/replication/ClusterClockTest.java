package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClusterTime;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClusterClockTest {

  private static final long CAP = ClusterClock.CAP_MICROS;

  private final ClusterClock clock = new ClusterClock();
  private long nanos = 123_456_789;
  private long term;

  @Test
  void time_goes_on_from_the_last_applied_time_at_the_pace_of_the_leaders_own_clock() {
    lead(at(5_000_000));

    elapse(300);

    assertThat(stamp(at(5_000_000))).isEqualTo(at(5_300_000));
  }

  @Test
  void what_went_by_before_the_leadership_is_not_counted() {
    elapse(60_000);
    lead(at(1_000_000));

    assertThat(stamp(at(1_000_000))).isEqualTo(at(1_000_000));
  }

  @Test
  void a_new_term_starts_from_the_applied_time_whatever_an_earlier_leadership_stamped() {
    lead(at(0));
    elapse(900);
    stamp(at(0)); // and nobody commits it
    elapse(100);

    ClusterTime appliedByAnother = at(50_000);
    lead(appliedByAnother);

    assertThat(stamp(appliedByAnother)).isEqualTo(appliedByAnother);
  }

  @Test
  void what_an_earlier_leadership_stamped_and_others_committed_is_in_the_applied_time() {
    lead(at(0));
    elapse(900);
    ClusterTime inherited = stamp(at(0));

    lead(inherited);
    elapse(10);

    assertThat(stamp(inherited)).isEqualTo(at(910_000));
  }

  @Test
  void a_term_that_starts_twice_takes_no_time_back() {
    lead(at(0));
    elapse(900);
    ClusterTime before = stamp(at(0));
    elapse(50);

    clock.startTerm(term, at(100_000), nanos);

    assertThat(stamp(at(100_000)).microsSince(before)).isEqualTo(50_000);
  }

  @Test
  void a_stamp_for_an_older_term_is_refused_and_moves_nothing() {
    lead(at(0));
    long old = term;
    elapse(900);
    lead(at(10_000));
    elapse(1_500);

    assertThat(clock.stamp(old, at(3_000_000), nanos)).isEmpty();
    assertThat(clock.now(at(10_000), nanos)).isEqualTo(at(1_510_000));
  }

  @Test
  void looking_at_the_clock_does_not_move_it() {
    lead(at(0));
    for (int i = 0; i < 100; i++) {
      elapse(50);
      clock.now(at(0), nanos); // up to the cap and beyond
    }

    assertThat(stamp(at(5_000_000))).isEqualTo(at(5_000_000));
  }

  @Test
  void a_leader_that_was_stopped_for_half_a_minute_stamps_no_further_ahead_than_the_cap() {
    lead(at(0));

    elapse(30_000);

    assertThat(stamp(at(0))).isEqualTo(at(CAP));
  }

  @Test
  void what_is_beyond_the_cap_is_not_caught_up_by_later_stamps() {
    lead(at(0));
    elapse(30_000);
    ClusterTime first = stamp(at(0));

    elapse(10);
    ClusterTime second = stamp(first);

    assertThat(second.microsSince(first)).isEqualTo(10_000);
  }

  @Test
  void time_stands_still_while_nothing_is_committed() {
    lead(at(0));
    for (int second = 0; second < 60; second++) {
      elapse(1_000);
      assertThat(stamp(at(0)).micros()).isLessThanOrEqualTo(CAP);
    }
  }

  @Test
  void what_is_left_out_is_not_counted_and_the_time_before_it_is() {
    lead(at(7_000_000));
    elapse(400);
    long from = nanos;
    elapse(5_000);

    clock.leaveOut(from, nanos, at(7_000_000));
    elapse(30);

    assertThat(stamp(at(7_000_000))).isEqualTo(at(7_430_000));
  }

  @Test
  void nothing_from_before_the_term_is_counted_by_what_is_left_out_later() {
    long from = nanos;
    elapse(5_000);
    lead(at(7_000_000));
    elapse(20);

    clock.leaveOut(from, nanos, at(7_000_000));

    assertThat(stamp(at(7_000_000))).isEqualTo(at(7_000_000));
  }

  @Test
  void a_monotonic_clock_that_fails_and_goes_back_takes_no_time_back() {
    lead(at(0));
    elapse(900);
    ClusterTime before = stamp(at(0));

    elapse(-500);

    assertThat(stamp(at(0))).isEqualTo(before);
  }

  @Test
  void a_million_stamps_lose_no_time_by_rounding() {
    lead(at(0));
    ClusterTime last = at(0);
    for (int i = 0; i < 1_000_000; i++) {
      nanos += 1_999;
      last = stamp(last);
    }

    assertThat(last).isEqualTo(at(1_999_000));
  }

  /**
   * Whatever happens to leaders and clocks, a stamp is never ahead of the time gone by in truth
   * since the last that was committed, though the same few nodes lead again and again.
   */
  @Test
  void over_any_series_of_leaders_time_never_runs_ahead_of_true_time() {
    SplittableRandom random = new SplittableRandom(42);
    ClusterClock[] nodes = {new ClusterClock(), new ClusterClock(), new ClusterClock()};
    ClusterTime applied = ClusterTime.ZERO;
    long appliedNanos = nanos;
    ClusterClock leader = nodes[0];
    for (int step = 0; step < 20_000; step++) {
      elapse(random.nextInt(20) == 0 ? random.nextInt(30_000) : random.nextInt(50));
      if (step == 0 || random.nextInt(50) == 0) {
        leader = nodes[random.nextInt(nodes.length)];
        term++;
        leader.startTerm(term, applied, nanos);
      }
      ClusterTime stamp = leader.stamp(term, applied, nanos).orElseThrow();
      assertThat(stamp.microsSince(applied)).isBetween(0L, (nanos - appliedNanos) / 1_000);
      if (random.nextInt(3) > 0) {
        applied = stamp;
        appliedNanos = nanos;
      }
    }
    assertThat(applied.micros()).isGreaterThan((nanos - 123_456_789) / 10_000);
  }

  private void lead(ClusterTime applied) {
    term += 2;
    clock.startTerm(term, applied, nanos);
  }

  private ClusterTime stamp(ClusterTime applied) {
    return clock.stamp(term, applied, nanos).orElseThrow();
  }

  private void elapse(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static ClusterTime at(long micros) {
    return new ClusterTime(micros);
  }
}
