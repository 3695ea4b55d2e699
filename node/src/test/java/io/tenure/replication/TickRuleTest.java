package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClusterTime;
import io.tenure.replication.TickRule.Decision;
import io.tenure.replication.TickRule.Situation;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TickRuleTest {

  private static final ClusterTime NOW = new ClusterTime(10_000_000);
  private static final ClusterTime LATER = NOW.plusMicros(60_000_000);

  @Test
  void a_lease_that_runs_out_now_is_due() {
    assertThat(decide(NOW, 10).tick()).isTrue();
    assertThat(decide(NOW.plusMicros(1), 10).tick()).isFalse();
  }

  @Test
  void after_a_second_without_an_entry_time_passes_anyway() {
    assertThat(decide(LATER, 999).tick()).isFalse();
    assertThat(decide(LATER, 1_000).tick()).isTrue();
    assertThat(decide(ClusterTime.NEVER, 1_000).tick()).isTrue();
  }

  @Test
  void the_nap_ends_with_the_next_lease_or_the_next_beat() {
    assertThat(decide(LATER, 10)).isEqualTo(nap(50_000_000));
    assertThat(decide(ClusterTime.NEVER, 10)).isEqualTo(nap(50_000_000));
    assertThat(decide(NOW.plusMicros(7_000), 10)).isEqualTo(nap(7_000_000));
    assertThat(decide(NOW.plusMicros(1), 10)).isEqualTo(nap(500_000));
  }

  @Test
  void a_pause_is_followed_by_a_tick_so_that_a_quorum_is_asked() {
    assertThat(TickRule.decide(seen(LATER, true, false), NOW, true).tick()).isTrue();
  }

  @Test
  void where_nothing_depends_on_time_there_are_no_ticks() {
    assertThat(TickRule.decide(seen(NOW, false, false), NOW, true)).isEqualTo(nap(50_000_000));
  }

  @Test
  void one_tick_at_a_time_is_under_way() {
    assertThat(TickRule.decide(seen(NOW, true, true), NOW, true)).isEqualTo(nap(50_000_000));
  }

  private static Decision decide(ClusterTime nextExpiry, long quietMillis) {
    long quietNanos = TimeUnit.MILLISECONDS.toNanos(quietMillis);
    return TickRule.decide(
        new Situation(ClusterTime.ZERO, nextExpiry, true, quietNanos, false), NOW, false);
  }

  private static Situation seen(ClusterTime nextExpiry, boolean timed, boolean pending) {
    return new Situation(ClusterTime.ZERO, nextExpiry, timed, 10, pending);
  }

  private static Decision nap(long nanos) {
    return new Decision(false, nanos);
  }
}
