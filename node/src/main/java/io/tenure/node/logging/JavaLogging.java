package io.tenure.node.logging;

import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Brings what libraries say through {@code java.util.logging}, as gRPC does, into our log. */
final class JavaLogging extends Handler {

  private static final SimpleFormatter FORMATTER = new SimpleFormatter();

  private JavaLogging() {}

  /** Takes the place of whatever listened before. */
  static void install(Level chosen) {
    LogManager.getLogManager().reset();
    java.util.logging.Logger root = LogManager.getLogManager().getLogger("");
    root.addHandler(new JavaLogging());
    root.setLevel(threshold(chosen));
  }

  /** What is below it is not even made into a record. */
  private static java.util.logging.Level threshold(Level chosen) {
    return switch (chosen) {
      case TRACE -> java.util.logging.Level.FINE;
      case DEBUG -> java.util.logging.Level.INFO;
      default -> java.util.logging.Level.WARNING;
    };
  }

  @Override
  public void publish(LogRecord record) {
    Logger logger = LoggerFactory.getLogger(String.valueOf(record.getLoggerName()));
    logger
        .atLevel(level(record.getLevel().intValue()))
        .setCause(record.getThrown())
        .log(FORMATTER.formatMessage(record).replace("{}", "{ }"));
  }

  private static Level level(int value) {
    if (value >= java.util.logging.Level.SEVERE.intValue()) {
      return Level.ERROR;
    }
    if (value >= java.util.logging.Level.WARNING.intValue()) {
      return Level.WARN;
    }
    return value >= java.util.logging.Level.INFO.intValue() ? Level.INFO : Level.DEBUG;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {}
}
