package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PauseGuardTest {

  private static final long START = -123_456_789;

  private final PauseGuard guard = new PauseGuard(START);
  private long nanos = START;

  @Test
  void regular_beats_are_not_suspicious() {
    for (int i = 0; i < 100; i++) {
      beatAfter(i % 8 * 50);
      assertThat(guard.isSuspected(nanos)).isFalse();
    }
  }

  @Test
  void a_late_beat_is_suspicious_and_more_beats_do_not_settle_it() {
    beatAfter(401);
    beatAfter(50);
    beatAfter(50);

    assertThat(guard.isSuspected(nanos)).isTrue();
    assertThat(guard.pausedFrom()).isEqualTo(START);
  }

  @Test
  void a_beat_that_is_missing_is_suspicious_before_it_comes() {
    elapse(400);
    assertThat(guard.isSuspected(nanos)).isFalse();

    elapse(1);

    assertThat(guard.isSuspected(nanos)).isTrue();
  }

  @Test
  void a_confirmation_settles_it() {
    beatAfter(5_000);
    guard.asks(nanos);
    beatAfter(50);

    assertThat(guard.confirm(nanos)).isTrue();

    assertThat(guard.isSuspected(nanos)).isFalse();
    assertThat(guard.pausedFrom()).isEqualTo(START);
  }

  @Test
  void who_asks_before_the_late_beat_came_knows_from_when_on_there_was_a_pause() {
    beatAfter(30);
    elapse(5_000);

    guard.asks(nanos);

    assertThat(guard.isSuspected(nanos)).isTrue();
    assertThat(guard.confirm(nanos)).isTrue();
    assertThat(guard.pausedFrom()).isEqualTo(START + TimeUnit.MILLISECONDS.toNanos(30));
  }

  @Test
  void a_slow_answer_counts_if_nothing_was_stopped_meanwhile() {
    beatAfter(5_000);
    guard.asks(nanos);
    for (int i = 0; i < 18; i++) {
      beatAfter(50);
    }

    assertThat(guard.confirm(nanos)).isTrue();
  }

  @Test
  void a_confirmation_from_before_another_pause_does_not_count() {
    beatAfter(5_000);
    guard.asks(nanos);
    elapse(30_000); // the answer is there, and nobody runs to see it

    assertThat(guard.confirm(nanos)).isFalse();
    assertThat(guard.isSuspected(nanos)).isTrue();
    assertThat(guard.pausedFrom()).isEqualTo(START);
  }

  @Test
  void a_confirmation_from_before_a_pause_that_was_noticed_meanwhile_does_not_count() {
    beatAfter(5_000);
    guard.asks(nanos);
    beatAfter(30_000);
    beatAfter(10);

    assertThat(guard.confirm(nanos)).isFalse();

    guard.asks(nanos);
    assertThat(guard.confirm(nanos)).isTrue();
  }

  @Test
  void without_a_pause_there_is_nothing_to_confirm() {
    guard.asks(nanos);

    assertThat(guard.confirm(nanos)).isFalse();
    assertThat(guard.isSuspected(nanos)).isFalse();
  }

  private void beatAfter(long millis) {
    elapse(millis);
    guard.beat(nanos);
  }

  private void elapse(long millis) {
    nanos += TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
