package io.tenure.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Progress and tables for people, JSON lines for machines. */
final class Output {
  private final PrintStream screen;
  private final @Nullable Path json;

  Output(PrintStream screen, @Nullable Path json) throws IOException {
    this.screen = screen;
    this.json = json;
    if (json != null) {
      Files.writeString(json, "");
    }
  }

  void line(String format, Object... values) {
    screen.println(String.format(Locale.ROOT, format, values));
  }

  /** Begins a line that {@link #line} ends. */
  void start(String format, Object... values) {
    screen.print(String.format(Locale.ROOT, format, values));
    screen.flush();
  }

  void json(Map<String, Object> object) throws IOException {
    if (json != null) {
      Files.writeString(json, text(object) + "\n", StandardOpenOption.APPEND);
    }
  }

  private static String text(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> text(entry.getKey()) + ":" + text(entry.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof Iterable<?> values) {
      StringBuilder list = new StringBuilder();
      values.forEach(each -> list.append(list.isEmpty() ? "" : ",").append(text(each)));
      return "[" + list + "]";
    }
    if (value instanceof Double number) {
      return String.format(Locale.ROOT, "%.3f", number);
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value.toString();
    }
    return "\"" + value.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
