package io.tenure.cli;

import java.util.Map;
import java.util.OptionalInt;

/**
 * How wide the terminal is, and whether colours are welcome. The start script tells the width by a
 * system property if standard output is a terminal; {@code COLUMNS} overrides it.
 */
record Terminal(OptionalInt columns, boolean colours) {

  /** The characters that take two columns, from the first to the last of each range. */
  private static final int[][] WIDE = {
    {0x1100, 0x115F},
    {0x2E80, 0xA4CF},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFF00, 0xFF60},
    {0x1F300, 0x1FAFF},
    {0x20000, 0x3FFFD}
  };

  private static final int NARROWEST = 20;

  static Terminal of(Map<String, String> environment, String width) {
    OptionalInt detected = number(width);
    OptionalInt given = number(environment.getOrDefault("COLUMNS", ""));
    boolean wanted =
        environment.getOrDefault("NO_COLOR", "").isEmpty()
            && !environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(given.isPresent() ? given : detected, detected.isPresent() && wanted);
  }

  String bold(String text) {
    return colours ? "\u001b[1m" + text + "\u001b[0m" : text;
  }

  /** A status in the colour that it has for the eye. */
  String status(String text, String status) {
    if (!colours) {
      return text;
    }
    String colour =
        switch (status) {
          case "active", "granted", "leader", "ready" -> "32";
          case "waiting", "filed", "renewed" -> "33";
          case "expired", "revoked", "aborted", "unreachable", "not ready" -> "31";
          default -> "0";
        };
    return "\u001b[" + colour + "m" + text + "\u001b[0m";
  }

  /** The text without anything that would move the cursor or worse. */
  static String printable(String text) {
    return text.codePoints()
        .map(point -> Character.isISOControl(point) || isFormat(point) ? '\uFFFD' : point)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** How many columns a text takes. */
  static int width(String text) {
    return text.codePoints().map(Terminal::width).sum();
  }

  static int width(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    for (int[] range : WIDE) {
      if (point >= range[0] && point <= range[1]) {
        return 2;
      }
    }
    return 1;
  }

  private static boolean isFormat(int point) {
    return Character.getType(point) == Character.FORMAT;
  }

  private static OptionalInt number(String text) {
    try {
      int columns = Integer.parseInt(text.strip());
      return columns > 0 ? OptionalInt.of(Math.max(NARROWEST, columns)) : OptionalInt.empty();
    } catch (NumberFormatException notANumber) {
      return OptionalInt.empty();
    }
  }
}
