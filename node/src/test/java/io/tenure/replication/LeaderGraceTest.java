package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaderGraceTest {

  /** Close to where nanoTime may wrap around. */
  private static final long START = Long.MAX_VALUE - 500;

  private final LeaderGrace grace = new LeaderGrace(1_000);

  @Test
  void a_leader_is_lost_when_none_was_known_for_the_whole_grace() {
    grace.observe(false, START);
    assertThat(grace.isLeaderLost(START + 999)).isFalse();
    assertThat(grace.isLeaderLost(START + 1_000)).isTrue();
  }

  @Test
  void an_election_that_ends_within_the_grace_loses_nobody() {
    grace.observe(false, START);
    grace.observe(true, START + 999);
    assertThat(grace.isLeaderLost(START + 5_000)).isFalse();
    grace.observe(false, START + 5_000);
    assertThat(grace.isLeaderLost(START + 5_999)).isFalse();
    assertThat(grace.isLeaderLost(START + 6_000)).isTrue();
  }

  @Test
  void hearing_again_that_there_is_no_leader_does_not_prolong_the_grace() {
    assertThat(grace.observe(false, START)).isTrue();
    assertThat(grace.observe(false, START + 900)).isFalse();
    assertThat(grace.isLeaderLost(START + 1_000)).isTrue();
  }

  @Test
  void whoever_has_a_leader_has_lost_none() {
    assertThat(grace.isLeaderLost(START)).isFalse();
    assertThat(grace.observe(true, START)).isFalse();
    assertThat(grace.isLeaderLost(START + 5_000)).isFalse();
  }
}
