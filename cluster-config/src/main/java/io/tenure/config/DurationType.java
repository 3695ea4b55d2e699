package io.tenure.config;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Times with a unit, from a shortest to a longest one. */
record DurationType(Duration shortest, Duration longest) implements ValueType<Duration> {

  /** Microseconds in each unit, smallest first. */
  private static final Map<String, Long> UNITS = units();

  private static Map<String, Long> units() {
    Map<String, Long> units = new LinkedHashMap<>();
    units.put("us", 1L);
    units.put("ms", 1_000L);
    units.put("s", 1_000_000L);
    units.put("m", 60_000_000L);
    units.put("h", 3_600_000_000L);
    units.put("d", 86_400_000_000L);
    return Collections.unmodifiableMap(units);
  }

  static DurationType between(String shortest, String longest) {
    try {
      return new DurationType(read(shortest), read(longest));
    } catch (BadValueException wrong) {
      throw new IllegalArgumentException(shortest + " to " + longest, wrong);
    }
  }

  @Override
  public String name() {
    return "duration";
  }

  @Override
  public String allowed() {
    return print(shortest) + " to " + print(longest);
  }

  @Override
  public Duration parse(String text) throws BadValueException {
    Duration value;
    try {
      value = read(text);
    } catch (BadValueException wrong) {
      throw new BadValueException(wrong.getMessage() + " (units: us, ms, s, m, h, d)");
    }
    if (value.compareTo(shortest) < 0 || value.compareTo(longest) > 0) {
      throw new BadValueException("is out of range");
    }
    return value;
  }

  private static Duration read(String text) throws BadValueException {
    return Duration.of(UnitNumber.parse(text, UNITS), ChronoUnit.MICROS);
  }

  /** A duration as it is written in a configuration. */
  static String print(Duration value) {
    return UnitNumber.print(value.dividedBy(Duration.of(1, ChronoUnit.MICROS)), UNITS);
  }
}
