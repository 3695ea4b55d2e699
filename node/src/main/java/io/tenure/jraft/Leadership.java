package io.tenure.jraft;

import com.alipay.sofa.jraft.entity.PeerId;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Who leads, as far as this node knows. It is kept here so that nobody has to take JRaft's node
 * lock to learn it. Thread-safe.
 */
final class Leadership {

  /** What this node knows: a leader with its term, or none. */
  record Standing(long term, Optional<PeerId> leader, boolean mine) {}

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicLong changes = new AtomicLong();
  private volatile Standing lastLed = new Standing(0, Optional.empty(), false);
  private volatile Standing standing = new Standing(0, Optional.empty(), false);

  Standing standing() {
    return standing;
  }

  /** How often a leader was learned of that is not the one before, or not in the same term. */
  long changes() {
    return changes.get();
  }

  void lead(long term, PeerId self) {
    change(new Standing(term, Optional.of(self), true));
  }

  void follow(long term, @Nullable PeerId leader) {
    Optional<PeerId> known =
        leader == null || leader.isEmpty() ? Optional.empty() : Optional.of(leader.copy());
    change(new Standing(term, known, false));
  }

  void loseLeader() {
    change(new Standing(standing.term(), Optional.empty(), false));
  }

  /** Calls back after each change, on the thread that made it. */
  void onChange(Runnable listener) {
    listeners.add(listener);
  }

  private void change(Standing next) {
    if (next.leader().isPresent() && !next.equals(lastLed)) {
      lastLed = next;
      changes.incrementAndGet();
    }
    standing = next;
    listeners.forEach(Runnable::run);
  }
}
