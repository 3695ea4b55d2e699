package io.tenure.gateway.claims;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Seconds and times in queries as microseconds. */
final class SecondsText {

  /** With these limits a number of seconds fits into what can be computed with quickly. */
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]{1,18}(\\.[0-9]{0,18})?|\\.[0-9]{1,18})([eE][+-]?[0-9]{1,2})?");

  /** A bound as large as this bounds nothing; it is less than what stands for no bound at all. */
  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE - 1);

  private SecondsText() {}

  /**
   * A number of seconds.
   *
   * @param roundUp whether what lies between two microseconds is the later one: a lower bound must
   *     not let in what lies below it
   */
  static OptionalLong micros(String text, boolean roundUp) {
    if (!NUMBER.matcher(text).matches()) {
      return OptionalLong.empty();
    }
    BigDecimal micros =
        new BigDecimal(text)
            .movePointRight(6)
            .setScale(0, roundUp ? RoundingMode.CEILING : RoundingMode.FLOOR);
    return OptionalLong.of(micros.min(LARGEST).max(LARGEST.negate()).longValueExact());
  }

  /** A point in time: seconds since 1970, or RFC 3339 with its zone. */
  static OptionalLong wallMicros(String text, boolean roundUp) {
    OptionalLong seconds = micros(text, roundUp);
    return seconds.isPresent() ? seconds : rfc3339(text, roundUp);
  }

  private static OptionalLong rfc3339(String text, boolean roundUp) {
    try {
      Instant time = OffsetDateTime.parse(mended(text)).toInstant();
      int micros = (time.getNano() + (roundUp ? 999 : 0)) / 1_000;
      return OptionalLong.of(
          Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000L), micros));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** A space may stand for the T, and is what a plus in a query means by the rules of forms. */
  private static String mended(String text) {
    int date = "yyyy-mm-dd".length();
    return text.length() > date && text.charAt(date) == ' '
        ? text.substring(0, date) + 'T' + text.substring(date + 1).replace(' ', '+')
        : text.replace(' ', '+');
  }
}
