package io.tenure.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Lines of {@code key = value}. A {@code #} at the start of a line or after a space begins a
 * comment.
 */
final class ConfigText {
  private final Problems problems;

  /** By key, in the order of the file. */
  private final Map<String, Given> entries = new LinkedHashMap<>();

  private ConfigText(Problems problems) {
    this.problems = problems;
  }

  static Map<String, Given> parse(String file, String text, Problems problems) {
    ConfigText reader = new ConfigText(problems);
    int number = 0;
    for (String line : text.split("\\R", -1)) {
      number++;
      String content = withoutComment(line).strip();
      if (!content.isEmpty()) {
        reader.entry(content, Origin.line(file, number));
      }
    }
    return reader.entries;
  }

  private static String withoutComment(String line) {
    for (int at = line.indexOf('#'); at >= 0; at = line.indexOf('#', at + 1)) {
      if (at == 0 || Character.isWhitespace(line.charAt(at - 1))) {
        return line.substring(0, at);
      }
    }
    return line;
  }

  private void entry(String content, Origin origin) {
    int equals = content.indexOf('=');
    String key = equals < 0 ? content : content.substring(0, equals).strip();
    if (equals < 0 || key.isEmpty()) {
      problems.add(origin, "'" + content + "' is not a setting; allowed: key = value, # comment");
      return;
    }
    String value = content.substring(equals + 1).strip();
    if (value.isEmpty()) {
      problems.add(origin, key + ": has no value; leave the line out to take the default");
      return;
    }
    Given first = entries.putIfAbsent(key, new Given(key, value, origin));
    if (first != null) {
      problems.add(origin, key + ": is set twice, first in line " + first.origin().line());
    }
  }
}
