package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClusterTime;
import io.tenure.replication.TickRule.Situation;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaderTimeTest {

  private static final ClusterTime APPLIED = new ClusterTime(10_000_000);

  private final LeaderTime time = new LeaderTime(0);
  private long nanos;

  @Test
  void a_lease_of_another_leader_keeps_its_ttl_when_the_first_leads_again() {
    time.startTerm(1, APPLIED, nanos);
    idle(900); // nothing is proposed, so nobody else learns how late it is
    ClusterTime granted = APPLIED.plusMicros(20_000); // by another leader, in term 2
    idle(100);

    time.startTerm(3, granted, nanos);
    idle(50);

    assertThat(time.stamp(3, granted, nanos)).contains(granted.plusMicros(50_000));
  }

  @Test
  void after_a_pause_there_is_no_stamp_before_a_quorum_was_asked() {
    time.startTerm(1, APPLIED, nanos);
    idle(200);
    elapse(5_000);

    assertThat(time.mustAskQuorum(nanos)).isTrue();
    assertThat(time.stamp(1, APPLIED, nanos)).isEmpty();

    time.asksQuorum(nanos);
    assertThat(time.stamp(1, APPLIED, nanos)).isEmpty();

    time.confirmed(1, APPLIED, nanos);
    assertThat(time.mustAskQuorum(nanos)).isFalse();
    assertThat(time.stamp(1, APPLIED, nanos)).contains(APPLIED.plusMicros(200_000));
  }

  @Test
  void a_pause_takes_no_stamp_back() {
    time.startTerm(1, APPLIED, nanos);
    idle(900);
    ClusterTime before = time.stamp(1, APPLIED, nanos).orElseThrow();
    elapse(5_000);
    time.asksQuorum(nanos);

    time.confirmed(1, APPLIED, nanos);

    assertThat(time.stamp(1, APPLIED, nanos)).contains(before);
  }

  @Test
  void a_quorum_that_confirmed_an_older_term_says_nothing_about_this_one() {
    time.startTerm(1, APPLIED, nanos);
    elapse(5_000);
    time.asksQuorum(nanos);
    time.startTerm(3, APPLIED, nanos);

    time.confirmed(1, APPLIED, nanos);

    assertThat(time.stamp(3, APPLIED, nanos)).isEmpty();
  }

  @Test
  void a_stamp_for_an_older_term_is_refused() {
    time.startTerm(1, APPLIED, nanos);
    time.startTerm(3, APPLIED, nanos);

    assertThat(time.stamp(1, APPLIED, nanos)).isEmpty();
  }

  @Test
  void looking_for_what_is_due_changes_nothing() {
    time.startTerm(1, APPLIED, nanos);
    idle(500);
    ClusterTime before = time.now(APPLIED, nanos - 100_000_000);

    for (int i = 0; i < 10; i++) {
      time.look(situation(), nanos + i * 100_000_000L);
    }

    assertThat(time.now(APPLIED, nanos - 100_000_000)).isEqualTo(before);
    assertThat(time.mustAskQuorum(nanos)).isFalse();
  }

  /** What the ticker of an idle leader does. */
  private void idle(long millis) {
    for (long i = 0; i < millis; i += 50) {
      elapse(50);
      time.beat(nanos);
      time.look(situation(), nanos);
    }
  }

  private static Situation situation() {
    return new Situation(APPLIED, ClusterTime.NEVER, true, 10, false);
  }

  private void elapse(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
