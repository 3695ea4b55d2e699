package io.tenure.node.raft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClusterTime;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClusterClockTest {

  private static final long CAP = 2_000_000;

  private final AtomicLong nanos = new AtomicLong(123_456_789);
  private final ClusterClock clock = new ClusterClock(nanos::get, CAP);

  @Test
  void time_goes_on_from_the_last_applied_time_at_the_pace_of_the_leaders_own_clock() {
    clock.anchor(at(5_000_000));

    elapse(300);

    assertThat(clock.stamp(at(5_000_000))).isEqualTo(at(5_300_000));
  }

  @Test
  void what_went_by_before_the_leadership_is_not_counted() {
    elapse(60_000);
    clock.anchor(at(1_000_000));

    assertThat(clock.stamp(at(1_000_000))).isEqualTo(at(1_000_000));
  }

  @Test
  void a_leader_that_was_stopped_for_half_a_minute_stamps_no_further_ahead_than_the_cap() {
    clock.anchor(at(0));

    elapse(30_000);

    assertThat(clock.stamp(at(0))).isEqualTo(at(CAP));
  }

  @Test
  void the_time_of_a_pause_is_not_caught_up_by_later_stamps() {
    clock.anchor(at(0));
    elapse(30_000);
    ClusterTime first = clock.stamp(at(0));

    elapse(10);
    ClusterTime second = clock.stamp(first);

    assertThat(second.microsSince(first)).isEqualTo(10_000);
  }

  @Test
  void time_stands_still_while_nothing_is_committed() {
    clock.anchor(at(0));
    for (int second = 0; second < 60; second++) {
      elapse(1_000);
      assertThat(clock.stamp(at(0)).micros()).isLessThanOrEqualTo(CAP);
    }
  }

  @Test
  void a_confirmed_pause_is_left_out_altogether() {
    clock.anchor(at(7_000_000));
    elapse(5_000);

    clock.anchor(at(7_000_000));

    assertThat(clock.stamp(at(7_000_000))).isEqualTo(at(7_000_000));
  }

  @Test
  void anchoring_again_in_the_same_leadership_takes_no_time_back() {
    clock.anchor(at(0));
    elapse(900);
    ClusterTime before = clock.stamp(at(0));

    clock.anchor(at(100_000));

    assertThat(clock.stamp(at(100_000))).isEqualTo(before);
  }

  @Test
  void a_monotonic_clock_that_fails_and_goes_back_takes_no_time_back() {
    clock.anchor(at(0));
    elapse(900);
    ClusterTime before = clock.stamp(at(0));

    elapse(-500);

    assertThat(clock.stamp(at(0))).isEqualTo(before);
  }

  /**
   * Whatever happens to leaders and clocks, a stamp is never ahead of the time gone by in truth.
   */
  @Test
  void over_any_series_of_leaders_time_never_runs_ahead_of_true_time() {
    SplittableRandom random = new SplittableRandom(42);
    ClusterTime applied = ClusterTime.ZERO;
    long trueMicros = 0;
    ClusterClock leader = new ClusterClock(nanos::get, CAP);
    for (int step = 0; step < 20_000; step++) {
      long millis = random.nextInt(20) == 0 ? random.nextInt(30_000) : random.nextInt(50);
      elapse(millis);
      trueMicros += millis * 1_000;
      if (random.nextInt(50) == 0) {
        leader = new ClusterClock(nanos::get, CAP);
        leader.anchor(applied);
      }
      ClusterTime stamp = leader.stamp(applied);
      assertThat(stamp.micros()).isLessThanOrEqualTo(trueMicros);
      assertThat(stamp.isBefore(applied)).isFalse();
      if (random.nextInt(3) > 0) {
        applied = applied.advanceTo(stamp);
      }
    }
    assertThat(applied.micros()).isGreaterThan(trueMicros / 10);
  }

  private void elapse(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  private static ClusterTime at(long micros) {
    return new ClusterTime(micros);
  }
}
