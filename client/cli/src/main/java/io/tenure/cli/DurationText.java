package io.tenure.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Durations as people write and read them: {@code 500ms}, {@code 30s}, {@code 1.5h}, or seconds.
 */
final class DurationText implements ITypeConverter<Duration> {

  private static final double LONGEST_SECONDS = 315_360_000;
  private static final Pattern FORM =
      Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?|\\.[0-9]{1,9})(ms|s|m|h|d|)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration; write 500ms, 30s, 5m, 1h, 1d, or seconds such as 30");
    }
    double seconds = Double.parseDouble(matcher.group(1)) * secondsOf(matcher.group(2));
    if (seconds > LONGEST_SECONDS) {
      throw new TypeConversionException("'" + text + "' is more than ten years");
    }
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  private static double secondsOf(String unit) {
    return switch (unit) {
      case "ms" -> 0.001;
      case "m" -> 60;
      case "h" -> 3600;
      case "d" -> 86400;
      default -> 1;
    };
  }

  /** As the API takes it. */
  static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** Short, such as {@code 4.2s}, {@code 3m 20s} or {@code 5d 7h}. */
  static String text(double seconds) {
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1fs", seconds);
    }
    long whole = (long) seconds;
    if (whole < 3600) {
      return whole / 60 + "m " + whole % 60 + "s";
    }
    if (whole < 86400) {
      return whole / 3600 + "h " + whole % 3600 / 60 + "m";
    }
    return whole / 86400 + "d " + whole % 86400 / 3600 + "h";
  }
}
