package io.tenure.cli.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Both runners over a lock that does what the test says. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RunnersTest {

  private final FakeLock lock = new FakeLock();

  @Test
  void a_lock_runner_is_ready_once_it_has_the_lock() {
    List<String> delays = new ArrayList<>();
    LockRunner runner = LockRunner.start(lock, delays::add);
    lock.watcher().notYet("another has it");
    assertThat(runner.ready()).isNotDone();

    lock.last.acquired(7);

    assertThat(runner.ready()).isCompletedWithValue(7L);
    assertThat(runner.ended()).isNotDone();
    assertThat(delays).containsExactly("another has it");
  }

  @Test
  void a_lock_runner_ends_as_soon_as_the_lock_is_lost_and_does_not_seek_it_again() {
    LockRunner runner = LockRunner.start(lock);
    lock.watcher().acquired(7);
    lock.last.lost("revoked");

    assertThatThrownBy(() -> runner.ended().join())
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(LockLostException.class)
        .hasMessageContaining("revoked");
    assertThat(lock.sought).isEmpty();
  }

  @Test
  void closing_releases_and_is_no_failure() {
    LockRunner runner = LockRunner.start(lock);
    lock.watcher().acquired(7);
    runner.close();

    assertThat(lock.closed).isTrue();
    assertThat(runner.ended()).isCompleted();
  }

  @Test
  void a_presence_runner_seeks_again_after_every_loss() {
    List<String> told = new ArrayList<>();
    RunnerLock.Watcher observer =
        new RunnerLock.Watcher() {
          @Override
          public void acquired(long fencingToken) {
            told.add("acquired " + fencingToken);
          }

          @Override
          public void notYet(String reason) {
            told.add("not yet");
          }

          @Override
          public void lost(String reason) {
            told.add("lost");
          }
        };
    PresenceRunner runner = PresenceRunner.start(lock, observer, Duration.ofMillis(1));
    lock.watcher().acquired(7);
    assertThat(runner.fencingToken()).hasValue(7);
    lock.last.lost("gone");
    assertThat(runner.fencingToken()).isEmpty();
    lock.watcher().acquired(8);

    assertThat(runner.ready()).isCompletedWithValue(7L);
    assertThat(runner.fencingToken()).hasValue(8);
    assertThat(told).containsExactly("acquired 7", "lost", "acquired 8");
    runner.close();
    assertThat(lock.closed).isTrue();
  }

  @Test
  void times_that_cannot_work_are_refused() {
    assertThatThrownBy(() -> new RunnerTiming(Duration.ofSeconds(5), Duration.ofSeconds(5)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(RunnerTiming.DEFAULT.ttl()).hasSeconds(15);
    assertThat(RunnerTiming.DEFAULT.retry()).hasSeconds(5);
  }

  private static final class FakeLock implements RunnerLock {
    private final BlockingQueue<Watcher> sought = new LinkedBlockingQueue<>();
    private Watcher last;
    private boolean closed;

    /** Who seeks next. */
    Watcher watcher() {
      try {
        last = sought.poll(10, TimeUnit.SECONDS);
        assertThat(last).as("somebody seeks the lock").isNotNull();
        return last;
      } catch (InterruptedException interrupted) {
        throw new AssertionError(interrupted);
      }
    }

    @Override
    public void seek(Watcher watcher) {
      sought.add(watcher);
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
