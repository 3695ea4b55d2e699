package io.tenure.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The clock that the watchdog can read, too: hundredths of a second since the machine started,
 * which go on while it sleeps and never step. Where there is none, it is the time of day.
 */
final class Uptime {

  private static final Path FILE = Path.of("/proc/uptime");

  private Uptime() {}

  static long hundredths() {
    try {
      String text = Files.readString(FILE);
      String seconds = text.substring(0, text.indexOf(' '));
      return Math.round(Double.parseDouble(seconds) * 100);
    } catch (IOException none) {
      return System.currentTimeMillis() / 10;
    }
  }
}
