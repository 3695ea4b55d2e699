package io.tenure.replication;

import io.tenure.kernel.Event;
import io.tenure.kernel.StateView;
import java.util.List;

/**
 * Learns of every change of a member's state, in the order of the log. It is told while the state
 * stands still, when the store has what it is told of, and must not fail.
 */
public interface StateListener {

  /** What one log entry led to. */
  record Step(long index, List<Event> events) {}

  /** Some entries were applied. */
  void applied(List<Step> steps, Applied now);

  /**
   * The state is another one as a whole: the member has just started, or has taken over a snapshot.
   * What led to it was not told.
   */
  void replaced(StateView state, Applied now);
}
