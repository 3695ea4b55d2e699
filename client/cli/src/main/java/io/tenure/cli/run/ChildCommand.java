package io.tenure.cli.run;

import java.util.List;
import java.util.Map;

/**
 * What {@code tenure run} starts.
 *
 * @param words the program and its arguments
 * @param variables for its environment, besides those of the lease
 * @param passToken whether it may know the secret that this process has in its environment
 */
public record ChildCommand(List<String> words, Map<String, String> variables, boolean passToken) {

  private static final String SECRET = "TENURE_TOKEN";

  public ChildCommand {
    words = List.copyOf(words);
    variables = Map.copyOf(variables);
  }

  /** Makes the environment of a process that is about to be started. */
  void prepare(ProcessBuilder process, Map<String, String> ofTheLease) {
    if (!passToken) {
      process.environment().remove(SECRET);
    }
    process.environment().putAll(variables);
    process.environment().putAll(ofTheLease);
  }
}
