package io.tenure.node.logging;

import java.io.PrintStream;
import org.slf4j.event.Level;

/** The logging of this process. */
public final class Logging {
  private static final LogSink SINK = new LogSink(System.err);
  private static final LoggerRegistry REGISTRY = new LoggerRegistry(SINK);

  private Logging() {}

  /** Applies to all loggers, those that exist already included. */
  public static void configure(LogFormat format, Level level) {
    SINK.format(format);
    REGISTRY.level(level);
    JavaLogging.install(level);
  }

  static LoggerRegistry registry() {
    return REGISTRY;
  }

  static void redirect(PrintStream out) {
    SINK.redirect(out);
  }
}
