package io.tenure.client.cli;

import io.tenure.client.cli.exit.CommandException;
import io.tenure.client.cli.exit.ExitCode;
import java.time.Duration;
import java.util.Locale;

/** Seconds as people write and read them. */
public final class SecondsOption {

  private static final double LONGEST = 315_360_000;

  private SecondsOption() {}

  /** The duration that an option gives; ends the command if it is none. */
  public static Duration duration(String option, double seconds) {
    if (!(seconds >= 0 && seconds <= LONGEST)) {
      throw new CommandException(
          ExitCode.USAGE, option + ": must be 0 to 315360000 seconds, not " + seconds);
    }
    return Duration.ofNanos(Math.round(seconds * 1e9));
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
