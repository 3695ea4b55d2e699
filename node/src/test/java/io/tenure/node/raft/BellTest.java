package io.tenure.node.raft;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BellTest {

  private int rung;
  private final Bell bell = new Bell(() -> rung++);

  /** An event loop, of which the test is the thread. */
  private final Queue<Runnable> tasks = new ArrayDeque<>();

  @Test
  void it_rings_once_for_all_work_of_one_turn() {
    bell.ringAfterTurn(tasks::add);
    bell.ringAfterTurn(tasks::add);
    bell.ringAfterTurn(tasks::add);

    assertThat(rung).isZero();
    runTasks();
    assertThat(rung).isOne();
  }

  @Test
  void it_rings_again_for_work_of_the_next_turn() {
    bell.ringAfterTurn(tasks::add);
    runTasks();
    bell.ringAfterTurn(tasks::add);
    runTasks();

    assertThat(rung).isEqualTo(2);
  }

  @Test
  void it_rings_again_for_work_that_comes_while_it_rings() {
    Bell[] again = new Bell[1];
    again[0] =
        new Bell(
            () -> {
              rung++;
              if (rung == 1) {
                again[0].ringAfterTurn(tasks::add);
              }
            });
    again[0].ringAfterTurn(tasks::add);
    runTasks();

    assertThat(rung).isEqualTo(2);
  }

  @Test
  void it_rings_at_once_where_there_is_no_loop_or_none_any_more() {
    bell.ringAfterTurn(Runnable::run);
    assertThat(rung).isOne();

    Executor ended =
        task -> {
          throw new RejectedExecutionException("ended");
        };
    bell.ringAfterTurn(ended);
    assertThat(rung).isEqualTo(2);
  }

  @Test
  void it_does_not_wait_for_the_turn_of_another_thread() throws InterruptedException {
    bell.ringAfterTurn(tasks::add); // a loop that never gets to its tasks

    Thread other = new Thread(() -> bell.ringAfterTurn(Runnable::run));
    other.start();
    other.join();

    assertThat(rung).isOne();
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }
}
