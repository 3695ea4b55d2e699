package io.tenure.node.logging;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** One thing worth a line. */
record LogEvent(
    Instant time,
    Level level,
    String logger,
    String thread,
    String message,
    @Nullable Throwable failure) {

  boolean isOurs() {
    return logger.startsWith(LogLevels.OURS);
  }
}
