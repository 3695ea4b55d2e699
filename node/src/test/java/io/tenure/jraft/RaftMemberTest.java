package io.tenure.jraft;

import static io.tenure.jraft.TestCluster.await;
import static io.tenure.jraft.TestCluster.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.AlreadyEnded;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.UnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class RaftMemberTest {

  @TempDir Path directory;
  private TestCluster cluster;

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void every_node_takes_writes_and_answers_reads_that_see_them() {
    cluster = new TestCluster(directory, 3).start();

    for (String writer : cluster.ids()) {
      ClaimId claim = granted(cluster.submit(writer, acquire("by-" + writer, 60)));
      for (String reader : cluster.ids()) {
        assertThat(read(reader, claim)).isEqualTo(Optional.of(ClaimStatus.ACTIVE));
      }
    }
    cluster.awaitEqualStates();
    assertThat(cluster.halts()).isEmpty();
  }

  @Test
  void a_lease_that_runs_out_goes_to_the_next_in_line_though_nobody_calls() {
    cluster = new TestCluster(directory, 3).start();
    cluster.submit("n1", acquire("db", 1));
    Queued queued = (Queued) cluster.submit("n2", acquire("db", 60));
    ClaimId second = queued.claim().claim().id();

    Optional<ClaimView> promoted =
        join(
            cluster
                .leases("n3")
                .awaitChange(second, ClaimStatus.WAITING, Duration.ofSeconds(8), cluster.caller()));

    assertThat(promoted.orElseThrow().claim().status()).isEqualTo(ClaimStatus.ACTIVE);
  }

  @Test
  void a_wait_ends_with_the_claim_as_it_is_when_patience_is_over() {
    cluster = new TestCluster(directory, 1).start();
    cluster.submit("n1", acquire("db", 60));
    Queued queued = (Queued) cluster.submit("n1", acquire("db", 60));

    Optional<ClaimView> still =
        join(
            cluster
                .leases("n1")
                .awaitChange(
                    queued.claim().claim().id(),
                    ClaimStatus.WAITING,
                    Duration.ofMillis(50),
                    cluster.caller()));

    assertThat(still.orElseThrow().claim().status()).isEqualTo(ClaimStatus.WAITING);
    assertThat(cluster.member("n1").gauges().waiters()).isZero();
  }

  @Test
  void what_was_acknowledged_is_there_after_the_leader_stops_and_comes_back() {
    cluster = new TestCluster(directory, 3).start();
    List<ClaimId> claims =
        IntStream.range(0, 50)
            .mapToObj(i -> granted(cluster.submit("n2", acquire("r" + i, 600))))
            .toList();

    String old = cluster.awaitLeader();
    cluster.stop(old);
    String next = cluster.awaitLeader();
    for (ClaimId claim : claims) {
      assertThat(read(next, claim)).isEqualTo(Optional.of(ClaimStatus.ACTIVE));
    }
    cluster.submit(next, acquire("while-away", 600));
    cluster.start(old);

    cluster.awaitEqualStates();
    assertThat(granted(cluster.submit(old, acquire("afterwards", 600))).value()).isEqualTo(52);
  }

  @Test
  void a_restart_of_all_nodes_finds_everything_again_and_gives_larger_tokens() {
    cluster = new TestCluster(directory, 3).start();
    Granted before = (Granted) cluster.submit("n1", acquire("db", 600));
    cluster.ids().forEach(cluster::stop);

    cluster.start();

    Granted after = (Granted) cluster.submit("n3", acquire("other", 600));
    assertThat(read("n2", before.claim().claim().id())).contains(ClaimStatus.ACTIVE);
    assertThat(after.claim().claim().tenure().token().value())
        .isGreaterThan(before.claim().claim().tenure().token().value());
  }

  @Test
  void a_node_that_was_away_too_long_for_the_log_takes_a_snapshot_over() {
    cluster = new TestCluster(directory, 3).withSnapshotEvery(20).start();
    String away = cluster.aFollower();
    cluster.stop(away);
    String leader = cluster.awaitLeader();
    for (int i = 0; i < 200; i++) {
      cluster.submit(leader, acquire("r" + i, 600));
    }
    cluster.start(away);

    cluster.awaitEqualStates();
    assertThat(cluster.member(away).gauges().liveClaims()).isEqualTo(200);
  }

  @Test
  void a_repeated_request_gets_its_first_answer_also_from_another_leader() {
    cluster = new TestCluster(directory, 3).start();
    Request request = new Request(acquire("db", 600), new RequestKey(1, 2, 3));
    Result first = cluster.submit(cluster.aFollower(), request);

    cluster.stop(cluster.awaitLeader());
    Result again = cluster.submit(cluster.awaitLeader(), request);

    assertThat(again)
        .isInstanceOfSatisfying(
            Result.Replayed.class, replayed -> assertThat(replayed.first()).isEqualTo(first));
    assertThat(cluster.member(cluster.awaitLeader()).gauges().liveClaims()).isEqualTo(1);
  }

  @Test
  void an_ended_claim_is_told_from_one_that_never_was() {
    cluster = new TestCluster(directory, 3).start();
    String follower = cluster.aFollower();
    ClaimId claim = granted(cluster.submit(follower, acquire("db", 600)));
    Amend release = new Amend(claim, null, ClaimStatus.RELEASED);

    assertThat(cluster.submit(follower, release)).isInstanceOf(Ended.class);
    assertThat(cluster.submit(follower, release)).isInstanceOf(AlreadyEnded.class);
    assertThat(cluster.submit(follower, new Amend(new ClaimId(999), Ttl.ofSeconds(1), null)))
        .isEqualTo(new NoSuchClaim(new ClaimId(999)));
  }

  @Test
  void without_a_quorum_nothing_is_granted_and_reads_are_refused() {
    cluster = new TestCluster(directory, 3).start();
    String last = cluster.aFollower();
    cluster.ids().stream().filter(id -> !id.equals(last)).forEach(cluster::stop);
    // It may have been handed leadership, and must notice first that nobody follows.
    await("no leader", () -> cluster.member(last).notReadyBecause().orElse(null));
    Caller hasty =
        new Caller(Runnable::run, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700));

    assertThatThrownBy(
            () -> join(cluster.leases(last).submit(Request.of(acquire("db", 60)), hasty)))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(UnavailableException.class);
    assertThatThrownBy(
            () ->
                join(
                    cluster
                        .leases(last)
                        .read(state -> state.now(), Consistency.LINEARIZABLE, hasty)))
        .hasCauseInstanceOf(UnavailableException.class);
    ClusterTime local =
        join(cluster.leases(last).read(state -> state.now(), Consistency.LOCAL, hasty));
    assertThat(local).isNotNull();
  }

  @Test
  void the_leader_brings_its_limits_into_the_replicated_state() {
    Settings limits = new Settings(5, 10, 3, 1_000_000, 100, 1_000_000, 100);
    cluster = new TestCluster(directory, 3).withSettings(limits).start();

    await(
        "the limit",
        () ->
            IntStream.range(0, 11)
                    .mapToObj(i -> cluster.submit("n1", acquire("r" + i, 600)))
                    .anyMatch(Result.LimitReached.class::isInstance)
                ? true
                : null);
    assertThat(cluster.member("n1").gauges().liveClaims()).isLessThanOrEqualTo(11);
  }

  @Test
  void many_requests_at_once_are_all_answered_once() {
    cluster = new TestCluster(directory, 3).start();

    List<CompletableFuture<Result>> answers =
        IntStream.range(0, 3_000)
            .mapToObj(
                i ->
                    cluster
                        .leases(cluster.ids().get(i % 3))
                        .submit(Request.of(acquire("r" + i, 600)), cluster.caller())
                        .toCompletableFuture())
            .toList();

    long distinct =
        answers.stream()
            .map(answer -> granted(answer.orTimeout(20, TimeUnit.SECONDS).join()))
            .distinct()
            .count();
    assertThat(distinct).isEqualTo(3_000);
    cluster.awaitEqualStates();
    cluster
        .ids()
        .forEach(id -> assertThat(cluster.member(id).gauges().requestsUnderWay()).isZero());
  }

  private Optional<ClaimStatus> read(String node, ClaimId claim) {
    return join(
        cluster
            .leases(node)
            .read(
                state -> state.claim(claim).map(view -> view.claim().status()),
                Consistency.LINEARIZABLE,
                cluster.caller()));
  }

  private static ClaimId granted(Result result) {
    return ((Granted) result).claim().claim().id();
  }

  private static Command acquire(String resource, long ttlSeconds) {
    return new Acquire(
        new ResourceKey(resource),
        Holder.ANONYMOUS,
        Ttl.ofSeconds(ttlSeconds),
        WhenHeld.QUEUE,
        UserData.NONE,
        "");
  }
}
