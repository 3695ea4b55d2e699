package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.rpc.RpcUtils;
import com.alipay.sofa.jraft.util.ThreadPoolsFactory;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class JraftPoolsTest {

  @TempDir Path directory;
  private String group = "";
  private final Queue<String> threads = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void useJraft() {
    try (TestCluster cluster = new TestCluster(directory, 1).start()) {
      group = cluster.raftGroup();
    }
  }

  /** Submits tasks of which none ends before all have been taken in. */
  private void burst(int tasks, Consumer<Runnable> pool) throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(tasks);
    try {
      for (int i = 0; i < tasks; i++) {
        pool.accept(
            () -> {
              awaitQuietly(release);
              threads.add(Thread.currentThread().getName());
              done.countDown();
            });
      }
    } finally {
      release.countDown();
    }
    assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_burst_of_wake_ups_is_queued_in_a_pool_of_ours() throws InterruptedException {
    burst(5_000, task -> ThreadPoolsFactory.runInThread(group, task));
    assertThat(threads)
        .hasSize(5_000)
        .allSatisfy(name -> assertThat(name).startsWith("tenure-raft-"));
  }

  @Test
  void a_burst_of_heartbeats_is_not_refused() throws InterruptedException {
    burst(400, RpcUtils::runInThread);
    assertThat(threads).hasSize(400);
  }
}
