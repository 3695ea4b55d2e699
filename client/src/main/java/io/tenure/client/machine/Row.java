package io.tenure.client.machine;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One transition.
 *
 * @param added whether it is ours, and not in the table that the client was first described with
 */
record Row(
    State source, State destination, Condition condition, List<Action> actions, boolean added) {

  Row {
    actions = List.copyOf(actions);
  }

  /** As a row of the document. */
  String text() {
    String what =
        actions.isEmpty()
            ? "-"
            : actions.stream().map(Action::text).collect(Collectors.joining(", "));
    return "| %s | %s | %s | %s | %s |"
        .formatted(source.text(), destination.text(), condition.text(), what, added ? "own" : "");
  }

  @Override
  public String toString() {
    return source.text() + " + " + condition.text() + " -> " + destination.text();
  }
}
