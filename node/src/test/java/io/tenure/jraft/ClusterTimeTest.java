package io.tenure.jraft;

import static io.tenure.jraft.TestCluster.await;
import static io.tenure.jraft.TestCluster.join;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.Consistency;
import io.tenure.service.LeaderChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** What clocks may do to a real cluster, and what they may not do to its leases. */
@Isolated("it compares short leases with real time")
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class ClusterTimeTest {

  private static final Duration DAY = Duration.ofDays(1);

  @TempDir Path directory;
  private TestCluster cluster;

  @BeforeEach
  void start() {
    cluster = new TestCluster(directory, 3).start();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void wall_clocks_that_jump_by_a_day_on_any_node_end_no_lease_and_lengthen_none() {
    ClaimId kept = acquire("kept", 600);
    long before = System.nanoTime();
    ClaimId brief = acquire("brief", 2);

    for (String id : cluster.ids()) {
      cluster.jumpWallClock(id, id.equals("n2") ? DAY.negated() : DAY);
    }
    acquire("afterwards", 600); // an entry with the new wall time

    assertThat(status(kept)).isEqualTo(ClaimStatus.ACTIVE);
    assertThat(status(brief)).isEqualTo(ClaimStatus.ACTIVE);
    awaitExpiry(brief);
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(2));
    assertThat(status(kept)).isEqualTo(ClaimStatus.ACTIVE);
  }

  @Test
  void a_leader_that_seems_to_have_been_stopped_for_half_a_minute_ends_no_lease() {
    ClaimId claim = acquire("db", 10);

    cluster.jumpMonotonicClock(cluster.awaitLeader(), Duration.ofSeconds(30));
    cluster.submit(cluster.awaitLeader(), new Amend(claim, null, ClaimStatus.ACTIVE));

    assertThat(status(claim)).isEqualTo(ClaimStatus.ACTIVE);
    assertThat(cluster.submit("n1", new Amend(claim, Ttl.ofSeconds(10), null)))
        .isInstanceOf(Renewed.class);
  }

  @Test
  void a_change_of_leader_never_shortens_a_lease() {
    long before = System.nanoTime();
    ClaimId claim = acquire("db", 3);

    cluster.stop(cluster.awaitLeader());

    awaitExpiry(claim);
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(3));
  }

  /**
   * An idle leader is ahead of what is applied by up to the second between two ticks. Its successor
   * starts from what is applied; when the first leads again soon, it must do so as well.
   */
  @Test
  void a_lease_never_ends_before_its_ttl_when_leadership_goes_there_and_back_within_a_second() {
    acquire("kept", 600); // lets the idle leader tick
    for (int i = 0; i < 2; i++) {
      String resource = "db-" + i;
      await("a round in which nobody else is elected", () -> thereAndBack(resource));
    }
  }

  private @Nullable Boolean thereAndBack(String prefix) {
    String resource = prefix + "-" + System.nanoTime();
    String first = cluster.awaitLeader();
    String second = cluster.aFollower();
    try {
      awaitQuietSpell(first, Duration.ofMillis(800));
      lead(second);
      long before = System.nanoTime();
      ClaimId claim = acquire(resource, 2);
      ClaimId next = acquireNext(resource);
      lead(first);

      await("the next in line", () -> status(next) == ClaimStatus.ACTIVE ? true : null);
      assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(2));
      assertThat(status(claim)).isEqualTo(ClaimStatus.EXPIRED);
      return true;
    } catch (CompletionException leaderLost) {
      return null;
    }
  }

  @Test
  void a_lease_of_ten_thousand_years_does_not_make_the_leader_tick_without_pause() {
    acquire("for-ages", 10_000L * 365 * 24 * 3_600);
    RaftMember leader = cluster.member(cluster.awaitLeader());
    long first = leader.gauges().appliedIndex();
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(2_500);

    await("some ticks", () -> System.nanoTime() - until >= 0 ? true : null);

    assertThat(leader.gauges().appliedIndex() - first).isBetween(1L, 10L);
  }

  @Test
  void the_downtime_of_the_whole_cluster_does_not_count() {
    ClaimId claim = acquire("db", 5);
    cluster.ids().forEach(cluster::stop);
    Duration downtime = Duration.ofSeconds(6);
    long up = System.nanoTime() + downtime.toNanos();
    await("the end of the downtime", () -> System.nanoTime() - up >= 0 ? true : null);

    cluster.start();

    assertThat(cluster.submit("n1", new Amend(claim, Ttl.ofSeconds(60), null)))
        .isInstanceOf(Renewed.class);
  }

  private ClaimId acquire(String resource, long seconds) {
    return ((Granted) file(resource, seconds)).claim().claim().id();
  }

  private ClaimId acquireNext(String resource) {
    return ((Queued) file(resource, 600)).claim().claim().id();
  }

  private Result file(String resource, long seconds) {
    Acquire command =
        new Acquire(
            new ResourceKey(resource),
            Holder.ANONYMOUS,
            Ttl.ofSeconds(seconds),
            WhenHeld.QUEUE,
            UserData.NONE,
            "");
    return cluster.submit(cluster.awaitLeader(), command);
  }

  /** A machine that is busy with something else may need more than one try. */
  private void lead(String id) {
    await(
        id + " to lead",
        () ->
            join(cluster.member(id).handOverTo(cluster.settingsOf(id)))
                    == LeaderChange.Outcome.LEADS
                ? true
                : null);
  }

  /** Nothing was applied for that long; a tick comes once a second. */
  private void awaitQuietSpell(String id, Duration spell) {
    AtomicLong index = new AtomicLong();
    AtomicLong since = new AtomicLong();
    await(
        "a quiet spell",
        () -> {
          long applied = cluster.member(id).gauges().appliedIndex();
          if (index.getAndSet(applied) != applied) {
            since.set(System.nanoTime());
          }
          return System.nanoTime() - since.get() >= spell.toNanos() ? true : null;
        });
  }

  private ClaimStatus status(ClaimId claim) {
    return join(
        cluster
            .leases(cluster.awaitLeader())
            .read(
                state -> state.claim(claim).orElseThrow().claim().status(),
                Consistency.LINEARIZABLE,
                cluster.caller()));
  }

  private void awaitExpiry(ClaimId claim) {
    await("the expiry", () -> status(claim) == ClaimStatus.EXPIRED ? true : null);
  }
}
