package io.tenure.cli.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out whether this process has a terminal, and is in the foreground of it. */
final class ForegroundCheck {

  private static final Path STATUS = Path.of("/proc/self/stat");
  private static final int GROUP = 2; // counted from the one after the name
  private static final int TERMINAL = 4;
  private static final int FOREGROUND_GROUP = 5;

  private ForegroundCheck() {}

  static boolean hasTerminal() {
    try {
      return hasTerminal(Files.readString(STATUS));
    } catch (IOException notLinux) {
      return false;
    }
  }

  /** The name may contain anything, also blanks and parentheses. */
  static boolean hasTerminal(String status) {
    String[] fields = status.substring(status.lastIndexOf(')') + 2).split(" ");
    return fields.length > FOREGROUND_GROUP
        && !fields[TERMINAL].equals("0")
        && fields[GROUP].equals(fields[FOREGROUND_GROUP]);
  }
}
