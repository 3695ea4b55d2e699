package io.tenure.client.machine;

import java.time.Duration;

/** Does things later. */
interface Timers {

  /** A thing to be done that can still be called off. */
  interface Timer {
    /** Afterwards the action does not begin any more, if this is called by the timers' thread. */
    void cancel();
  }

  /** Runs the action once when the delay is over; soon if it is zero or less, but not in here. */
  Timer start(Duration delay, Runnable action);
}
