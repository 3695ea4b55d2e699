package io.tenure.jraft;

import io.tenure.kernel.StateView;
import io.tenure.replication.Applied;
import io.tenure.replication.StateListener;
import java.util.List;
import java.util.function.Consumer;

/**
 * Warns when the memory of idempotency keys fills up: once when it reaches four fifths of its
 * limit, and again only after it has been below.
 */
final class MemoFullness implements StateListener {

  private static final int WARN_PERCENT = 80;

  private final Consumer<String> warnings;
  private boolean high;

  MemoFullness(Consumer<String> warnings) {
    this.warnings = warnings;
  }

  @Override
  public void applied(List<Step> steps, Applied now) {
    look(now.counts().answers(), now.settings().memoLimit());
  }

  @Override
  public void replaced(StateView state, Applied now) {
    look(now.counts().answers(), now.settings().memoLimit());
  }

  void look(int answers, int limit) {
    boolean wasHigh = high;
    high = 100L * answers >= (long) WARN_PERCENT * limit;
    if (high && !wasHigh) {
      warnings.accept(
          "%d of at most %d idempotency keys are remembered; new claims with a key are refused"
                  .formatted(answers, limit)
              + " when there is no room (idempotency.keys, idempotency.time)");
    }
  }
}
