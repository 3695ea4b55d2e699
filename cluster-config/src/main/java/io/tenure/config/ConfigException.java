package io.tenure.config;

import java.util.List;

/** A configuration cannot be used. Each problem is one line that names place, key and remedy. */
public final class ConfigException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  ConfigException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
    this.problems = List.copyOf(problems);
  }

  /** All that is wrong, in the order of the file. */
  public List<String> problems() {
    return problems;
  }
}
