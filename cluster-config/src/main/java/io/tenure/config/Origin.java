package io.tenure.config;

/**
 * Where something was written.
 *
 * @param text as a message names it: a file, a line in it, or a variable
 * @param line orders messages: 0 for a file as a whole; variables come after all lines
 */
record Origin(String text, int line) {

  static Origin file(String name) {
    return new Origin(name, 0);
  }

  static Origin line(String file, int number) {
    return new Origin(file + ":" + number, number);
  }

  static Origin variable(String name) {
    return new Origin("environment variable " + name, Integer.MAX_VALUE);
  }

  @Override
  public String toString() {
    return text;
  }
}
