package io.tenure.node.raft;

import static io.tenure.node.raft.TestCluster.await;
import static io.tenure.node.raft.TestCluster.join;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.Caller;
import io.tenure.service.UnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class WaitsTest {

  private static final Duration WAIT = Duration.ofSeconds(60);

  @TempDir Path directory;
  private TestCluster cluster;
  private ClaimId holder;
  private ClaimId second;

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void start(int size) {
    cluster = new TestCluster(directory, size).start();
    holder = ((Granted) cluster.submit("n1", acquire())).claim().claim().id();
    second = ((Queued) cluster.submit("n1", acquire())).claim().claim().id();
  }

  private CompletableFuture<Optional<ClaimView>> waitAt(String node) {
    Caller patient = new Caller(Runnable::run, System.nanoTime() + WAIT.plusSeconds(10).toNanos());
    CompletableFuture<Optional<ClaimView>> answer =
        cluster
            .leases(node)
            .awaitChange(second, ClaimStatus.WAITING, WAIT, patient)
            .toCompletableFuture();
    await("a waiter", () -> cluster.member(node).gauges().waiters() > 0 ? true : null);
    return answer;
  }

  @Test
  void whoever_waits_is_told_when_the_node_has_lost_its_leader() {
    start(3);
    String last = cluster.aFollower();
    CompletableFuture<Optional<ClaimView>> waiting = waitAt(last);

    cluster.ids().stream().filter(id -> !id.equals(last)).forEach(cluster::stop);

    // Far less than the minute that it would have waited.
    assertThatThrownBy(() -> waiting.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(UnavailableException.class);
    assertThat(cluster.member(last).gauges().waiters()).isZero();
    // Whoever comes now has nothing to wait for either.
    assertThat(
            cluster
                .leases(last)
                .awaitChange(second, ClaimStatus.WAITING, WAIT, cluster.caller())
                .toCompletableFuture())
        .isCompletedExceptionally();
  }

  @Test
  void a_short_election_does_not_disturb_those_who_wait() {
    start(1);
    CompletableFuture<Optional<ClaimView>> waiting = waitAt("n1");

    for (int i = 0; i < 100; i++) { // each far shorter than the grace
      Leadership leadership = cluster.member("n1").leadership();
      Leadership.Standing before = leadership.standing();
      leadership.loseLeader();
      leadership.lead(before.term(), before.leader().orElseThrow());
    }
    assertThat(waiting).isNotDone();
    cluster.submit("n1", new Amend(holder, null, ClaimStatus.RELEASED));

    assertThat(join(waiting).orElseThrow().claim().status()).isEqualTo(ClaimStatus.ACTIVE);
  }

  private static Acquire acquire() {
    return new Acquire(
        new ResourceKey("db"),
        Holder.ANONYMOUS,
        Ttl.ofSeconds(600),
        WhenHeld.QUEUE,
        UserData.NONE,
        "");
  }
}
