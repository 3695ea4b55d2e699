package io.tenure.node.logging;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.event.Level;

/** All loggers of the process. */
final class LoggerRegistry implements ILoggerFactory {
  private final ConcurrentMap<String, TenureLogger> loggers = new ConcurrentHashMap<>();
  private final LogSink sink;
  private volatile Level level = Level.INFO;

  LoggerRegistry(LogSink sink) {
    this.sink = sink;
  }

  @Override
  public Logger getLogger(String name) {
    return loggers.computeIfAbsent(
        name, wanted -> new TenureLogger(wanted, sink, LogLevels.threshold(wanted, level)));
  }

  void level(Level chosen) {
    level = chosen;
    loggers.forEach((name, logger) -> logger.threshold(LogLevels.threshold(name, chosen)));
  }
}
