package io.tenure.replication;

/** When a member compares its state with the others': now and then, and after each checkpoint. */
final class DigestSchedule {

  private static final long PERIOD_NANOS = 10_000_000_000L;

  /** The others reach a checkpoint a little later; and no more than one comparison per second. */
  private static final long DELAY_NANOS = 1_000_000_000;

  private long newest;
  private long dueNanos;

  DigestSchedule(long nanos) {
    dueNanos = nanos + PERIOD_NANOS;
  }

  /** Whether to compare now. */
  boolean isDue(Applied applied, long nanos) {
    if (!applied.checkpoints().isEmpty() && applied.checkpoints().lastKey() > newest) {
      newest = applied.checkpoints().lastKey();
      long soon = nanos + DELAY_NANOS;
      dueNanos = soon - dueNanos < 0 ? soon : dueNanos;
    }
    boolean due = nanos - dueNanos >= 0;
    dueNanos = due ? nanos + PERIOD_NANOS : dueNanos;
    return due;
  }

  /** When to ask again, if nothing else happens. */
  long dueNanos() {
    return dueNanos;
  }
}
