package io.tenure.simulation;

import java.util.ArrayDeque;
import java.util.Deque;

/** The last things that happened in a run, if somebody wants to know. */
final class Trace {

  private static final int KEPT_LINES = 120;

  static final Trace OFF = new Trace(false);

  private final boolean on;
  private final Deque<String> lines = new ArrayDeque<>();

  private Trace(boolean on) {
    this.on = on;
  }

  static Trace on() {
    return new Trace(true);
  }

  boolean isOn() {
    return on;
  }

  void add(String format, Object... arguments) {
    if (on) {
      lines.addLast(String.format(format, arguments));
      if (lines.size() > KEPT_LINES) {
        lines.removeFirst();
      }
    }
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
