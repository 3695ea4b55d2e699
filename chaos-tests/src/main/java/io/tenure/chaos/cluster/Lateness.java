package io.tenure.chaos.cluster;

import java.time.Duration;

/**
 * How packets are held back on their way.
 *
 * @param jitter by how much the delay is longer or shorter
 * @param kilobitsPerSecond the bandwidth; 0 for no limit
 * @param reorder whether a packet may overtake another
 */
public record Lateness(Duration delay, Duration jitter, int kilobitsPerSecond, boolean reorder) {

  @Override
  public String toString() {
    return (delay.isZero() ? "" : delay.toMillis() + " ms late ")
        + (jitter.isZero() ? "" : "±" + jitter.toMillis() + " ms ")
        + (kilobitsPerSecond == 0 ? "" : kilobitsPerSecond + " kbit/s ")
        + (reorder ? "out of order" : "in order");
  }
}
