package io.tenure.node.logging;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Renders events. What a message contains cannot start a new line or end a JSON string; in text
 * only a stack trace takes further lines, and those are indented.
 */
final class LogLine {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  private LogLine() {}

  static String render(LogFormat format, LogEvent event) {
    return format == LogFormat.JSON ? json(event) : text(event);
  }

  private static String text(LogEvent event) {
    StringBuilder line = new StringBuilder(128);
    TIME.formatTo(event.time(), line);
    line.append(String.format(Locale.ROOT, " %-5s ", event.level()));
    escape(event.message(), line);
    if (!event.isOurs()) {
      line.append(" [").append(event.logger()).append(']');
    }
    if (event.failure() != null) {
      line.append(": ");
      escape(event.failure().toString(), line);
      stack(event.failure()).lines().skip(1).forEach(frame -> appendFrame(frame, line));
    }
    return line.append('\n').toString();
  }

  private static void appendFrame(String frame, StringBuilder line) {
    line.append("\n    ");
    escape(frame.strip(), line);
  }

  private static String json(LogEvent event) {
    StringBuilder line = new StringBuilder(256);
    line.append("{\"time\":\"");
    TIME.formatTo(event.time(), line);
    line.append('"');
    member("level", event.level().toString(), line);
    member("logger", event.logger(), line);
    member("thread", event.thread(), line);
    member("message", event.message(), line);
    @Nullable Throwable failure = event.failure();
    if (failure != null) {
      member("error", failure.toString(), line);
      member("stack", stack(failure), line);
    }
    return line.append("}\n").toString();
  }

  private static void member(String name, String value, StringBuilder line) {
    line.append(",\"").append(name).append("\":\"");
    for (int at = 0; at < value.length(); at++) {
      char letter = value.charAt(at);
      if (letter == '"' || letter == '\\') {
        line.append('\\').append(letter);
      } else {
        escape(letter, line);
      }
    }
    line.append('"');
  }

  private static void escape(String value, StringBuilder line) {
    for (int at = 0; at < value.length(); at++) {
      escape(value.charAt(at), line);
    }
  }

  private static void escape(char letter, StringBuilder line) {
    switch (letter) {
      case '\n' -> line.append("\\n");
      case '\r' -> line.append("\\r");
      case '\t' -> line.append("\\t");
      default -> {
        if (Character.isISOControl(letter) || letter == '\u2028' || letter == '\u2029') {
          line.append(String.format(Locale.ROOT, "\\u%04x", (int) letter));
        } else {
          line.append(letter);
        }
      }
    }
  }

  private static String stack(Throwable failure) {
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace, true));
    return trace.toString();
  }
}
