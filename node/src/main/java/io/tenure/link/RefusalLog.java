package io.tenure.link;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line in the log for whoever is refused, or refuses this node: at once when the reason is new,
 * and else once a minute, so that nobody can fill the log. Thread-safe.
 */
final class RefusalLog {

  private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);
  private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final int MAX_REMEMBERED = 256;
  private static final int MAX_LINES = 60;

  /** Whoever is refused has a say in what is logged. */
  private static final int MAX_LENGTH = 1_000;

  private final LongSupplier nanoTime;
  private final Consumer<String> lines;

  /** When each line was logged last; the oldest first. */
  private final Map<String, Long> logged = new LinkedHashMap<>();

  private long minuteBegan;
  private int linesInMinute;

  RefusalLog(LongSupplier nanoTime, Consumer<String> lines) {
    this.nanoTime = nanoTime;
    this.lines = lines;
    this.minuteBegan = nanoTime.getAsLong();
  }

  static RefusalLog ofThisProcess() {
    return new RefusalLog(System::nanoTime, line -> LOG.warn("{}", line));
  }

  /**
   * Logs a line, unless it was logged within a minute, or many others were.
   *
   * @param who by which lines are told apart
   */
  synchronized void refused(String who, String reason) {
    String line = reason.length() > MAX_LENGTH ? reason.substring(0, MAX_LENGTH) : reason;
    long now = nanoTime.getAsLong();
    if (now - minuteBegan >= PERIOD_NANOS) {
      minuteBegan = now;
      linesInMinute = 0;
    }
    String key = who + line;
    Long before = logged.get(key);
    boolean isDue = before == null || now - before >= PERIOD_NANOS;
    if (!isDue || linesInMinute >= MAX_LINES) {
      return;
    }
    linesInMinute++;
    logged.remove(key);
    logged.put(key, now);
    if (logged.size() > MAX_REMEMBERED) {
      logged.remove(logged.keySet().iterator().next());
    }
    lines.accept(line);
  }
}
