package io.tenure.kernel;

import org.jspecify.annotations.Nullable;

/**
 * How the owner of a claim has asked whether it is its turn. Filing the claim counts as the first
 * time.
 *
 * @param last when it asked last
 * @param longestMicros the longest time between two of its asks so far
 */
public record Asks(ClusterTime last, long longestMicros) {

  /** For a claim that is filed now; null if its owner does not poll, or has no grace. */
  static @Nullable Asks ofNew(Command.Acquire command, ClusterTime now, Settings settings) {
    return command.whenHeld() == Command.WhenHeld.POLL && settings.promotionGraceMicros() > 0
        ? new Asks(now, 0)
        : null;
  }

  Asks again(ClusterTime now) {
    return new Asks(now, Math.max(longestMicros, now.microsSince(last)));
  }

  /** How long a promotion waits for the next ask before the ttl starts without it. */
  long graceMicros(Settings settings) {
    long twice = 2 * Math.min(longestMicros, Settings.LONGEST_GRACE_MICROS / 2);
    return Math.min(
        Settings.LONGEST_GRACE_MICROS, Math.max(settings.promotionGraceMicros(), twice));
  }
}
