package io.tenure.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import io.tenure.client.transport.Json;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;

/**
 * Tells an error in one line on standard error: as text, or with {@code --json} as an object.
 *
 * @param json whether programs read it
 */
record ErrorLine(PrintWriter err, boolean json) {

  /** For these arguments, whether they could be understood or not. */
  static ErrorLine of(PrintWriter err, String... arguments) {
    List<String> words = Arrays.asList(arguments);
    int end = words.indexOf("--");
    List<String> own = end < 0 ? words : words.subList(0, end);
    String last = "";
    boolean json = own.contains("--json");
    for (String word : own) {
      json |= last.matches("-o|--output") && word.startsWith("json");
      json |= word.matches("(-o|--output=)json.*");
      last = word;
    }
    return new ErrorLine(err, json);
  }

  /** Returns the exit code. */
  int tell(CommandException failure) {
    return tell("", failure);
  }

  /**
   * Returns the exit code.
   *
   * @param about what the failure is about, such as {@code claim 17}; may be empty
   */
  int tell(String about, CommandException failure) {
    String detail = oneLine(String.valueOf(failure.getMessage()));
    if (!json) {
      err.println("tenure: " + (about.isEmpty() ? "" : about + ": ") + detail);
      return failure.exitCode();
    }
    ObjectNode line = Json.object();
    ObjectNode error = line.putObject("error");
    error.put("type", failure.type().isEmpty() ? word(failure.exitCode()) : failure.type());
    if (failure.status() > 0) {
      error.put("status", failure.status());
    } else {
      error.putNull("status");
    }
    if (!about.isEmpty()) {
      error.put("about", about);
    }
    error.put("detail", detail).put("exit_code", failure.exitCode());
    err.println(line);
    return failure.exitCode();
  }

  private static String word(int exitCode) {
    return switch (exitCode) {
      case ExitCode.USAGE -> "usage";
      case ExitCode.UNAVAILABLE -> "unavailable";
      case ExitCode.INTERNAL -> "internal";
      case ExitCode.NOT_ACQUIRED -> "not-acquired";
      case ExitCode.LOST -> "lost";
      case ExitCode.NOT_ALLOWED -> "not-allowed";
      case ExitCode.NOT_EXECUTABLE, ExitCode.NOT_FOUND -> "not-executable";
      default -> exitCode > ExitCode.SIGNAL ? "signal" : "refused";
    };
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
