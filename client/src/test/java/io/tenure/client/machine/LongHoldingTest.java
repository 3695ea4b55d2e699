package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One client that holds very many claims for very long, in simulated time. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(600)
class LongHoldingTest {

  private final ManualTime time = new ManualTime();
  private final List<ClaimEvent> ends = new ArrayList<>();

  /** The memory of keys has room for the filing of each claim, and no more. */
  @ParameterizedTest
  @CsvSource({"100000, 900, 3600", "400, 6, 1000"})
  void a_claim_that_is_held_and_renewed_is_never_lost_for_want_of_room_for_keys(
      int count, int ttlSeconds, int seconds) {
    SimulatedCluster cluster = new SimulatedCluster(time, count);
    Keyring keyring = keyring(cluster);
    List<ClaimHandle> claims = hold(keyring, count, Duration.ofSeconds(ttlSeconds));
    assertThat(cluster.keys).isEqualTo(count);

    time.advance(Duration.ofSeconds(seconds));

    assertThat(ends).isEmpty();
    assertThat(claims).allMatch(ClaimHandle::isHeld);
    assertThat(cluster.live()).isEqualTo(count);
    assertThat(cluster.expired + cluster.refused).isZero();
    assertThat(cluster.renewals).isGreaterThanOrEqualTo(count * (2L * seconds / ttlSeconds));
    assertThat(cluster.keys).as("they do not grow with time").isEqualTo(count);

    claims.forEach(ClaimHandle::release);
    time.advance(Duration.ofSeconds(1));
    assertThat(cluster.live()).isZero();
    assertThat(cluster.keys).isEqualTo(2L * count);
  }

  @Test
  void a_machine_that_slept_loses_all_of_them_and_tells_so_within_a_second() {
    Keyring keyring = keyring(new SimulatedCluster(time, 2000));
    hold(keyring, 1000, Duration.ofSeconds(600));
    time.advance(Duration.ofSeconds(100));

    time.stepWall(Duration.ofMillis(1_200));
    time.advance(Duration.ofSeconds(1));

    assertThat(ends).hasSize(1000).allMatch(ClaimEvent.Lost.class::isInstance);
  }

  private Keyring keyring(SimulatedCluster cluster) {
    return new Keyring(
        cluster, new Keyring.Threads(time, time, time, () -> {}), time, Tuning.DEFAULT);
  }

  private List<ClaimHandle> hold(Keyring keyring, int count, Duration ttl) {
    List<ClaimHandle> claims = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ClaimSpec spec = new ClaimSpec("r" + i, ttl, Optional.empty(), Optional.empty());
      claims.add(keyring.claim(spec, this::hear));
    }
    time.run();
    return claims;
  }

  private void hear(ClaimEvent event) {
    if (event instanceof ClaimEvent.Lost || event instanceof ClaimEvent.Failed) {
      ends.add(event);
    }
  }
}
