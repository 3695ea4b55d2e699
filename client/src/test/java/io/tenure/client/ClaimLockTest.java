package io.tenure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class ClaimLockTest {

  private final StandIn cluster = new StandIn(true);
  private final LockManager manager = LockManager.builder(cluster.urls()).build();
  private final LockManager other = LockManager.builder(cluster.urls()).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void close() {
    threads.shutdownNow();
    manager.close();
    other.close();
    cluster.close();
  }

  @Test
  void a_thread_may_take_it_several_times_and_gives_it_back_as_often() {
    Lock lock = manager.lock("db");
    lock.lock();
    lock.lock();
    assertThat(manager.lock("db").tryLock()).isTrue();
    assertThat(cluster.count("POST")).isEqualTo(1);

    lock.unlock();
    lock.unlock();
    assertThat(cluster.with("active")).isEqualTo(1);
    lock.unlock();

    assertThat(cluster.with("released")).isEqualTo(1);
    assertThatThrownBy(lock::unlock).isInstanceOf(IllegalMonitorStateException.class);
  }

  @Test
  void threads_of_one_process_exclude_each_other() throws Exception {
    Lock lock = manager.lock("db");
    lock.lock();
    assertThat(threads.submit(() -> manager.lock("db").tryLock()).get()).isFalse();
    assertThat(cluster.count("POST")).isEqualTo(1); // nobody asked the cluster for that

    Future<Boolean> later = threads.submit(() -> lock.tryLock(30, TimeUnit.SECONDS));
    lock.unlock();

    assertThat(later.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void processes_exclude_each_other() throws Exception {
    manager.lock("db").lock();

    assertThat(other.lock("db").tryLock()).isFalse();
    assertThat(other.lock("db").tryLock(300, TimeUnit.MILLISECONDS)).isFalse();
    Future<?> waiting = threads.submit(() -> other.lock("db").lock());
    manager.lock("db").unlock();

    waiting.get(30, TimeUnit.SECONDS);
    assertThat(cluster.with("active")).isEqualTo(1);
  }

  @Test
  void waiting_for_it_can_be_interrupted() throws Exception {
    manager.lock("db").lock();
    CompletableFuture<Thread> waiter = new CompletableFuture<>();
    Future<?> waiting =
        threads.submit(
            () -> {
              waiter.complete(Thread.currentThread());
              assertThatThrownBy(() -> other.lock("db").lockInterruptibly())
                  .isInstanceOf(InterruptedException.class);
            });
    waiter.get().interrupt();

    waiting.get(30, TimeUnit.SECONDS);
  }

  @Test
  void one_that_was_lost_says_so_when_it_is_given_back() throws Exception {
    Lock lock = manager.lock("db");
    lock.lock();
    cluster.revoke(1);
    try (Claim next = other.claim(ClaimOptions.of("db").withTimeout(Duration.ofSeconds(30)))) {
      assertThat(next.isHeld()).isTrue();
      assertThatThrownBy(lock::unlock).isInstanceOf(ClaimLostException.class);
    }
    lock.lock(); // and can be taken again
    lock.unlock();
  }

  @Test
  void it_has_no_conditions() {
    assertThatThrownBy(() -> manager.lock("db").newCondition())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
