package io.tenure.gateway.auth.rules;

import java.util.Optional;

/**
 * Whether something is allowed, and which line says so.
 *
 * @param line number and text of the line; empty if no line fits, so that it is refused
 */
public record Decision(boolean allowed, Optional<Line> line) {

  /** A line of the file of rules. */
  public record Line(int number, String text) {}

  static final Decision NO_LINE = new Decision(false, Optional.empty());

  static Decision by(Rule rule) {
    return new Decision(rule.allows(), Optional.of(new Line(rule.line(), rule.text())));
  }
}
