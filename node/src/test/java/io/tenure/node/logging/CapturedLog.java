package io.tenure.node.logging;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the process logs while it is open, instead of on standard error; for isolated tests. */
public final class CapturedLog implements AutoCloseable {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  public CapturedLog() {
    Logging.redirect(new PrintStream(bytes, true, StandardCharsets.UTF_8));
  }

  /** The lines with a text, without the time. */
  public List<String> lines(String text) {
    return bytes
        .toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains(text))
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .toList();
  }

  @Override
  public void close() {
    Logging.redirect(System.err);
  }
}
