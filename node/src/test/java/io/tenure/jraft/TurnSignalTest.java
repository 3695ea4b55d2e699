package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TurnSignalTest {

  private int signals;
  private final TurnSignal signal = new TurnSignal(() -> signals++);

  /** An event loop, of which the test is the thread. */
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  @Test
  void it_signals_once_for_all_work_of_one_turn() {
    signal.afterTurn(tasks::add);
    signal.afterTurn(tasks::add);
    signal.afterTurn(tasks::add);

    assertThat(signals).isZero();
    runTasks();
    assertThat(signals).isOne();
  }

  @Test
  void it_signals_again_for_work_of_the_next_turn() {
    signal.afterTurn(tasks::add);
    runTasks();
    signal.afterTurn(tasks::add);
    runTasks();

    assertThat(signals).isEqualTo(2);
  }

  @Test
  void it_signals_again_for_work_that_comes_while_it_does() {
    TurnSignal[] again = new TurnSignal[1];
    again[0] =
        new TurnSignal(
            () -> {
              signals++;
              if (signals == 1) {
                again[0].afterTurn(tasks::add);
              }
            });
    again[0].afterTurn(tasks::add);
    runTasks();

    assertThat(signals).isEqualTo(2);
  }

  @Test
  void it_signals_at_once_where_there_is_no_loop_or_none_any_more() {
    signal.afterTurn(Runnable::run);
    assertThat(signals).isOne();

    Executor ended =
        task -> {
          throw new RejectedExecutionException("ended");
        };
    signal.afterTurn(ended);
    assertThat(signals).isEqualTo(2);
  }

  @Test
  void it_does_not_wait_for_the_turn_of_another_thread() throws InterruptedException {
    signal.afterTurn(tasks::add); // a loop that never gets to its tasks

    Thread other = new Thread(() -> signal.afterTurn(Runnable::run));
    other.start();
    other.join();

    assertThat(signals).isOne();
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }
}
