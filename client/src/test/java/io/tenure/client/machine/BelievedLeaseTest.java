package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BelievedLeaseTest {

  private static final Duration TTL = Duration.ofSeconds(30);
  private static final Duration BELIEVED = Duration.ofMillis(29_850);

  private final ManualTime time = new ManualTime();
  private final long beginMillis = time.wallMillis();
  private final Holding holding = new Holding(time);

  @Test
  void it_is_over_exactly_when_its_time_is() {
    hold();
    time.pass(BELIEVED.minusNanos(1));
    assertThat(holding.isHeld()).isTrue();
    assertThat(holding.remaining()).isLessThanOrEqualTo(Duration.ofMillis(1));

    time.pass(Duration.ofNanos(1));

    assertThat(holding.isHeld()).isFalse();
    assertThat(holding.remaining()).isZero();
    assertThat(holding.loss().orElseThrow().reason()).isEqualTo(Loss.Reason.DEADLINE);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 3_000, 600_000, 315_360_000_000L})
  void held_means_held_though_this_clock_is_half_a_percent_slower_than_the_leaders(long millis) {
    Duration ttl = Duration.ofMillis(millis);
    holding.grant(3, new BelievedLease(time.now(), ttl));

    time.pass(Duration.ofNanos(ttl.toNanos() / 1000 * 995)); // what a slow clock counts of the ttl

    assertThat(holding.isHeld()).isFalse();
    assertThat(holding.lease().orElseThrow().deadline())
        .isEqualTo(Instant.ofEpochMilli(beginMillis).plus(ttl).minus(ttl.dividedBy(200)));
  }

  @Test
  void a_wall_clock_that_goes_back_does_not_prolong_it() {
    hold();
    time.stepWall(Duration.ofHours(-1));
    assertThat(holding.isHeld()).isTrue();

    time.pass(TTL);

    assertThat(holding.isHeld()).isFalse();
  }

  @Test
  void a_wall_clock_that_ran_ahead_means_that_the_machine_slept() {
    hold();
    time.pass(Duration.ofSeconds(2));
    time.stepWall(Duration.ofMillis(1_100)); // far from the end of the lease

    assertThat(holding.isHeld()).isFalse();
    assertThat(holding.loss().orElseThrow().reason()).isEqualTo(Loss.Reason.SUSPENDED);
  }

  @Test
  void a_wall_clock_that_is_adjusted_a_little_means_nothing() {
    hold();
    time.pass(Duration.ofSeconds(2));
    time.stepWall(Duration.ofMillis(900));

    assertThat(holding.isHeld()).isTrue();
    assertThat(holding.remaining()).isEqualTo(Duration.ofMillis(26_950));
  }

  @Test
  void a_machine_that_slept_and_whose_clock_was_then_set_back_still_has_lost_it() {
    hold();
    time.stepWall(Duration.ofMinutes(5));
    assertThat(holding.isHeld()).isFalse();

    time.stepWall(Duration.ofMinutes(-5));

    assertThat(holding.isHeld()).isFalse();
  }

  @Test
  void what_is_over_cannot_be_renewed() {
    hold();
    time.pass(TTL);

    assertThat(holding.renew(new BelievedLease(time.now(), TTL))).isFalse();
    assertThat(holding.isHeld()).isFalse();
  }

  @Test
  void a_renewal_to_a_shorter_time_is_believed_before_it_is_confirmed() {
    hold();

    holding.expectAtMost(new BelievedLease(time.now(), Duration.ofSeconds(1)));

    time.pass(Duration.ofSeconds(1));
    assertThat(holding.isHeld()).isFalse();
  }

  @Test
  void a_renewal_to_a_longer_time_is_not_believed_before_it_is_confirmed() {
    hold();

    holding.expectAtMost(new BelievedLease(time.now(), TTL.multipliedBy(2)));

    time.pass(TTL);
    assertThat(holding.isHeld()).isFalse();
  }

  @Test
  void what_is_given_up_is_neither_held_nor_lost() {
    hold();
    holding.end();

    assertThat(holding.isHeld()).isFalse();
    assertThat(holding.loss()).isEmpty();
    assertThat(holding.token()).hasValue(3);
  }

  @Test
  void a_lease_of_ten_years_does_not_overflow() {
    BelievedLease lease = new BelievedLease(time.now(), Duration.ofDays(3650));
    time.pass(Duration.ofDays(3600));

    assertThat(lease.over(time.now())).isEmpty();
    assertThat(lease.remaining(time.now())).isEqualTo(Duration.ofHours(31 * 24 + 18));
  }

  private void hold() {
    holding.grant(3, new BelievedLease(time.now(), TTL));
  }
}
