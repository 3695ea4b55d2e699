package io.tenure.config;

import java.util.Map;
import java.util.Optional;

/** What was given, as values of their types; what cannot be read becomes a problem. */
final class Values {
  private final String file;
  private final Map<String, Given> entries;
  private final Problems problems;

  Values(String file, Map<String, Given> entries, Problems problems) {
    this.file = file;
    this.entries = entries;
    this.problems = problems;
  }

  /** A value that was given, or the default, or nothing. */
  <T> Optional<T> find(Setting<T> setting, String key) {
    Given given = entries.get(key);
    if (given == null) {
      if (setting.required()) {
        problems.add(
            nearby(key),
            key + ": is missing; " + setting.allowedSentence() + " (" + setting.typeName() + ")");
      }
      return setting.byDefault();
    }
    try {
      return Optional.of(setting.type().parse(given.value()));
    } catch (BadValueException wrong) {
      problems.badValue(given, String.valueOf(wrong.getMessage()), setting);
      return setting.byDefault();
    }
  }

  <T> Optional<T> find(Setting<T> setting) {
    return find(setting, setting.key());
  }

  /** The value of a setting that has a default. */
  <T> T value(Setting<T> setting) {
    return find(setting).orElseThrow();
  }

  /** Where its group of settings begins, as that is where a missing one should stand. */
  private Origin nearby(String key) {
    String group = key.substring(0, key.lastIndexOf('.') + 1);
    return entries.values().stream()
        .filter(given -> given.key().startsWith(group))
        .map(Given::origin)
        .findFirst()
        .orElse(Origin.file(file));
  }

  boolean isGiven(String key) {
    return entries.containsKey(key);
  }

  /** Where a key was given, or the file if it was not. */
  Origin origin(String key) {
    Given given = entries.get(key);
    return given == null ? Origin.file(file) : given.origin();
  }
}
