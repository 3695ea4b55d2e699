package io.tenure.node.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Brings what a node says into its log file, and what matters of it to the screen. */
final class ChildLog {
  private static final int TAIL_LINES = 12;

  /** Our log lines, as text or as JSON. Any other line belongs to the one before. */
  private static final Pattern LINE =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\dT\\S+Z |\\{\"time\").*");

  private static final Pattern IMPORTANT =
      Pattern.compile("\\S+Z (WARN |ERROR).*|\\{\"time\":\"[^\"]*\",\"level\":\"(WARN|ERROR)\".*");

  private final Path file;
  private final Consumer<String> screen;
  private final Deque<String> tail = new ArrayDeque<>();

  /** What comes before any line of ours is the virtual machine's complaint. */
  private boolean important = true;

  /**
   * Makes a log.
   *
   * @param screen is given the important lines
   */
  ChildLog(Path file, Consumer<String> screen) {
    this.file = file;
    this.screen = screen;
  }

  /** Returns when the node has closed its output. */
  void copy(InputStream from) throws IOException {
    try (BufferedReader lines =
            new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8));
        PrintWriter log =
            new PrintWriter(
                Files.newBufferedWriter(
                    file, StandardOpenOption.CREATE, StandardOpenOption.APPEND))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.println(line);
        log.flush();
        take(line);
      }
    }
  }

  /** Remembers a line as one of the last. */
  void note(String line) {
    synchronized (tail) {
      tail.addLast(line);
      if (tail.size() > TAIL_LINES) {
        tail.removeFirst();
      }
    }
  }

  private void take(String line) {
    note(line);
    if (LINE.matcher(line).matches()) {
      important = IMPORTANT.matcher(line).matches();
    }
    if (important) {
      screen.accept(line);
    }
  }

  /** The last lines that there were. */
  List<String> tail() {
    synchronized (tail) {
      return List.copyOf(tail);
    }
  }
}
