package io.tenure.config;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A whole number and its unit, as in {@code 500ms} or {@code 64 KiB}. */
final class UnitNumber {
  /** Longer numbers overflow in any unit that we know, and are out of any range. */
  private static final int MAX_DIGITS = 15;

  private static final Pattern SHAPE = Pattern.compile("([0-9]+)\\s*([A-Za-z]*)");

  private UnitNumber() {}

  /** The amount in the smallest unit; {@code factors} says how many of those a unit has. */
  static long parse(String text, Map<String, Long> factors) throws BadValueException {
    Matcher match = SHAPE.matcher(text);
    if (!match.matches()) {
      throw new BadValueException("is not a whole number with a unit");
    }
    String unit = match.group(2);
    if (unit.isEmpty()) {
      throw new BadValueException("has no unit");
    }
    Long factor = factors.get(unit);
    if (factor == null) {
      throw new BadValueException("has the unknown unit '" + unit + "'");
    }
    if (match.group(1).length() > MAX_DIGITS) {
      throw new BadValueException("is out of range");
    }
    try {
      return Math.multiplyExact(Long.parseLong(match.group(1)), factor);
    } catch (ArithmeticException tooLarge) {
      throw new BadValueException("is out of range");
    }
  }

  /** The shortest way to write an amount: in the largest unit that divides it. */
  static String print(long amount, Map<String, Long> factors) {
    String shortest = "";
    for (Map.Entry<String, Long> unit : factors.entrySet()) {
      if (shortest.isEmpty() || (amount != 0 && amount % unit.getValue() == 0)) {
        shortest = amount / unit.getValue() + unit.getKey();
      }
    }
    return shortest;
  }
}
