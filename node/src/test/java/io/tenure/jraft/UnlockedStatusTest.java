package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.service.Consistency;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What peers and metrics ask for is told at once, whatever holds up the state. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class UnlockedStatusTest {

  private static final long PATIENCE_MILLIS = 5_000;

  @TempDir Path directory;
  private final CountDownLatch locked = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private TestCluster cluster;
  private Thread slowReader;

  @BeforeEach
  void lockTheStateOfOneNode() throws InterruptedException {
    cluster = new TestCluster(directory, 3).start();
    slowReader =
        new Thread(
            () ->
                cluster.leases("n1").read(state -> holdOn(), Consistency.LOCAL, cluster.caller()));
    slowReader.start();
    assertThat(locked.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
  }

  private boolean holdOn() {
    locked.countDown();
    try {
      return release.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    release.countDown();
    slowReader.join();
    cluster.close();
  }

  @Test
  void a_peer_learns_the_status_while_the_state_is_locked() {
    assertThat(cluster.member("n2").statusOf(cluster.settingsOf("n1"), PATIENCE_MILLIS).join())
        .isNotNull();
  }

  @Test
  void metrics_are_told_while_the_state_is_locked() {
    RaftGauges gauges = cluster.member("n1").gauges();
    CompletableFuture<Long> scrape =
        CompletableFuture.supplyAsync(
            () ->
                gauges.appliedIndex()
                    + gauges.committedIndex()
                    + gauges.term()
                    + gauges.liveClaims()
                    + gauges.activeClaims()
                    + gauges.endedClaims()
                    + gauges.rememberedAnswers()
                    + gauges.requestsUnderWay()
                    + gauges.waiters()
                    + gauges.differingMembers());
    assertThat(scrape.orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS).join()).isNotNegative();
  }
}
