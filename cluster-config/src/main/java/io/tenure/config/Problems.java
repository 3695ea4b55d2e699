package io.tenure.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong, so that all of it is told at once. Used by one thread. */
final class Problems {
  private final List<Problem> found = new ArrayList<>();

  private record Problem(Origin origin, String message) {

    @Override
    public String toString() {
      return origin + ": " + message;
    }
  }

  void add(Origin origin, String message) {
    found.add(new Problem(origin, message));
  }

  /** Names a setting, what it was given, and what it may be. */
  void badValue(Given given, String why, Setting<?> setting) {
    add(
        given.origin(),
        given.key() + ": '" + given.value() + "' " + why + "; " + setting.allowedSentence());
  }

  void throwIfAny() throws ConfigException {
    if (!found.isEmpty()) {
      throw new ConfigException(
          found.stream()
              .sorted(Comparator.comparingInt(problem -> problem.origin().line()))
              .map(Problem::toString)
              .toList());
    }
  }
}
