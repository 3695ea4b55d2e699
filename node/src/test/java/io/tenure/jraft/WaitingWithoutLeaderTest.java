package io.tenure.jraft;

import static io.tenure.jraft.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.ResourceKey;
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
class WaitingWithoutLeaderTest {

  private static final Duration WAIT = Duration.ofSeconds(60);

  @TempDir Path directory;
  private TestCluster cluster;
  private ClaimId second;

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void start(int size) {
    cluster = new TestCluster(directory, size).start();
    cluster.submit("n1", acquire());
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
    await("no waiter", () -> cluster.member(last).gauges().waiters() == 0 ? true : null);
    // Whoever comes now has nothing to wait for either.
    CompletableFuture<Optional<ClaimView>> late =
        cluster
            .leases(last)
            .awaitChange(second, ClaimStatus.WAITING, WAIT, cluster.caller())
            .toCompletableFuture();
    assertThatThrownBy(() -> late.get(20, TimeUnit.SECONDS))
        .hasCauseInstanceOf(UnavailableException.class);
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
