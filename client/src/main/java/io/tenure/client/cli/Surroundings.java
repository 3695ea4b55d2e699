package io.tenure.client.cli;

import java.util.Map;

/**
 * What a command finds around it.
 *
 * @param width columns of the terminal, or empty if standard output is none
 */
public record Surroundings(Map<String, String> environment, String width) {

  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /** A variable of the environment; empty if it is not set. */
  public String variable(String name) {
    return environment.getOrDefault(name, "").strip();
  }

  Terminal terminal() {
    return Terminal.of(environment, width);
  }
}
