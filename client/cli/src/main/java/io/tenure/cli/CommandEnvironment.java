package io.tenure.cli;

import java.util.Map;

/**
 * The environment in which a command runs.
 *
 * @param variables of the process
 * @param width columns of the terminal, or empty if standard output is none
 */
record CommandEnvironment(Map<String, String> variables, String width) {

  CommandEnvironment {
    variables = Map.copyOf(variables);
  }

  /** A variable; empty if it is not set. */
  String variable(String name) {
    return variables.getOrDefault(name, "").strip();
  }

  Terminal terminal() {
    return Terminal.of(variables, width);
  }
}
