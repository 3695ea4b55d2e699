package io.tenure.node.logging;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Where lines go. Each is written whole, whoever else writes meanwhile. */
final class LogSink {
  private volatile LogFormat format = LogFormat.TEXT;
  private volatile PrintStream out;

  LogSink(PrintStream out) {
    this.out = out;
  }

  void format(LogFormat wanted) {
    format = wanted;
  }

  void redirect(PrintStream to) {
    out = to;
  }

  void write(LogEvent event) {
    byte[] line = LogLine.render(format, event).getBytes(StandardCharsets.UTF_8);
    PrintStream to = out;
    synchronized (this) {
      to.write(line, 0, line.length);
      to.flush();
    }
  }
}
