package io.tenure.node.logging;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/**
 * Logs the first of many like events, and then once per period how many there were. Safe for use by
 * many threads, and cheap while it is silent.
 */
public final class Throttled {
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final Logger logger;
  private final Level level;
  private final long periodNanos;
  private final LongSupplier nanoClock;

  private final AtomicLong suppressed = new AtomicLong();

  /** When the next event may be logged; read and claimed by compare-and-set. */
  private final AtomicLong quietUntilNanos;

  public Throttled(Logger logger, Level level) {
    this(logger, level, PERIOD, System::nanoTime);
  }

  Throttled(Logger logger, Level level, Duration period, LongSupplier nanoClock) {
    this.logger = logger;
    this.level = level;
    this.periodNanos = period.toNanos();
    this.nanoClock = nanoClock;
    this.quietUntilNanos = new AtomicLong(nanoClock.getAsLong());
  }

  /** Something happened; says so if it is time to. */
  public void log(String message) {
    long now = nanoClock.getAsLong();
    long until = quietUntilNanos.get();
    if (now - until < 0 || !quietUntilNanos.compareAndSet(until, now + periodNanos)) {
      suppressed.incrementAndGet();
      return;
    }
    long others = suppressed.getAndSet(0);
    if (others == 0) {
      logger.atLevel(level).log(message);
    } else {
      logger.atLevel(level).log("{} (and {} more like it before)", message, others);
    }
  }
}
