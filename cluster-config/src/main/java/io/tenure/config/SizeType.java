package io.tenure.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers of bytes with a unit, from a least to a greatest one. */
record SizeType(int leastBytes, int greatestBytes) implements ValueType<Integer> {

  /** Bytes in each unit, smallest first. */
  private static final Map<String, Long> UNITS = units();

  private static Map<String, Long> units() {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put("B", 1L);
    units.put("KiB", 1L << 10);
    units.put("MiB", 1L << 20);
    return Collections.unmodifiableMap(units);
  }

  static SizeType between(String least, String greatest) {
    try {
      return new SizeType(
          Math.toIntExact(UnitNumber.parse(least, UNITS)),
          Math.toIntExact(UnitNumber.parse(greatest, UNITS)));
    } catch (BadValueException wrong) {
      throw new IllegalArgumentException(least + " to " + greatest, wrong);
    }
  }

  @Override
  public String name() {
    return "size";
  }

  @Override
  public String allowed() {
    return UnitNumber.print(leastBytes, UNITS) + " to " + UnitNumber.print(greatestBytes, UNITS);
  }

  @Override
  public Integer parse(String text) throws BadValueException {
    long bytes;
    try {
      bytes = UnitNumber.parse(text, UNITS);
    } catch (BadValueException wrong) {
      throw new BadValueException(wrong.getMessage() + " (units: B, KiB, MiB)");
    }
    if (bytes < leastBytes || bytes > greatestBytes) {
      throw new BadValueException("is out of range");
    }
    return (int) bytes;
  }
}
