package io.tenure.jraft;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Signals once for all the work that comes in one turn of an event loop, when that turn ends: what
 * is taken together costs the cluster far less than what is taken one by one. Each thread has a
 * flag of its own, so no event loop waits for the turn of another. Thread-safe.
 */
final class TurnSignal {

  private final Runnable action;
  private final ThreadLocal<Turn> turns = ThreadLocal.withInitial(Turn::new);

  TurnSignal(Runnable action) {
    this.action = action;
  }

  /**
   * Runs the action when home has done what it has to do already, and once however often this is
   * called until then; at once if home has ended. Who calls has put its work where the action
   * looks.
   */
  void afterTurn(Executor home) {
    turns.get().signal(home);
  }

  private final class Turn implements Runnable {

    private final AtomicBoolean signalled = new AtomicBoolean();

    void signal(Executor home) {
      if (signalled.compareAndSet(false, true)) {
        ReplyBatch.handOver(home, this);
      }
    }

    @Override
    public void run() {
      signalled.set(false); // before the action looks: what comes from here on signals again
      action.run();
    }
  }
}
