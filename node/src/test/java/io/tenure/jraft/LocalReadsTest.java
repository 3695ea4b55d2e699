package io.tenure.jraft;

import static io.tenure.jraft.TestCluster.await;
import static io.tenure.jraft.TestCluster.join;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.StateView;
import io.tenure.service.Consistency;
import io.tenure.service.EventFeed;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class LocalReadsTest {

  @TempDir Path directory;

  @Test
  void a_node_that_never_reached_a_leader_does_not_know_how_old_its_state_is() {
    try (TestCluster cluster = new TestCluster(directory, 3)) {
      cluster.start("n1");
      assertThat(staleness(cluster)).isEqualTo(StateView.UNKNOWN_AGE);
    }
  }

  @Test
  void an_idle_node_knows_how_old_its_state_is_at_most() {
    try (TestCluster cluster = new TestCluster(directory, 3).start()) {
      long age = await("an age", () -> known(staleness(cluster)));
      assertThat(Duration.ofNanos(age * 1_000)).isLessThan(TestCluster.PATIENCE);
    }
  }

  @Test
  void without_a_leader_the_age_grows_though_the_node_goes_on() {
    try (TestCluster cluster = new TestCluster(directory, 3).start()) {
      await("an age", () -> known(staleness(cluster)));
      cluster.stop("n2");
      cluster.stop("n3");
      await("an age of two rounds", () -> staleness(cluster) > 2_000_000 ? true : null);
    }
  }

  @Test
  void a_node_that_is_cut_off_does_not_pretend_to_have_all_events() {
    try (TestCluster cluster = new TestCluster(directory, 3).start()) {
      EventFeed events = cluster.member("n1").events();
      long before = System.nanoTime();
      await("all events", () -> events.hasAllBefore(before) ? true : null);
      cluster.stop("n2");
      cluster.stop("n3");
      await("no leader", () -> events.hasLeader() ? null : true);
      long alone = System.nanoTime();
      await("an age of two rounds", () -> staleness(cluster) > 2_000_000 ? true : null);
      assertThat(events.hasAllBefore(alone)).isFalse();
      cluster.start("n2");
      await("all events", () -> events.hasAllBefore(alone) ? true : null);
    }
  }

  private static Long known(long age) {
    return age == StateView.UNKNOWN_AGE ? null : age;
  }

  private static long staleness(TestCluster cluster) {
    return join(
        cluster.leases("n1").read(StateView::staleMicros, Consistency.LOCAL, cluster.caller()));
  }
}
