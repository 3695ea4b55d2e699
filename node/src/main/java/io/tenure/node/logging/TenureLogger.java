package io.tenure.node.logging;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger whose threshold may change while it is used. */
final class TenureLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1L;

  private final transient LogSink sink;
  private volatile int threshold;

  TenureLogger(String name, LogSink sink, int threshold) {
    this.name = name;
    this.sink = sink;
    this.threshold = threshold;
  }

  void threshold(int level) {
    threshold = level;
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable failure) {
    String message = String.valueOf(MessageFormatter.basicArrayFormat(pattern, arguments));
    if (!isInfoEnabled() && LogLevels.isEveryday(message)) {
      return;
    }
    String thread = Thread.currentThread().getName();
    sink.write(new LogEvent(Instant.now(), level, name, thread, message, failure));
  }

  @Override
  public boolean isTraceEnabled() {
    return threshold <= Level.TRACE.toInt();
  }

  @Override
  public boolean isDebugEnabled() {
    return threshold <= Level.DEBUG.toInt();
  }

  @Override
  public boolean isInfoEnabled() {
    return threshold <= Level.INFO.toInt();
  }

  @Override
  public boolean isWarnEnabled() {
    return threshold <= Level.WARN.toInt();
  }

  @Override
  public boolean isErrorEnabled() {
    return threshold <= Level.ERROR.toInt();
  }
}
