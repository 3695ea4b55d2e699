package io.tenure.node;

import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import java.util.Optional;

/**
 * Up to which level a node takes part. A user who wants to stay on an older level on purpose, or a
 * test of upgrades, says so; the node then behaves as the version did that knew no later one.
 */
final class LevelChoice {

  static final String PROPERTY = "tenure.newest-level";

  private LevelChoice() {}

  /** The levels up to a chosen one; all that this version knows if none is. */
  static KnownLevels of(String chosen) {
    return chosen.isEmpty()
        ? KnownLevels.ALL
        : parse(chosen)
            .orElseThrow(
                () ->
                    new StartupException(
                        ExitCode.USAGE,
                        "-D%s: '%s' is not a level that this version knows; allowed: %d to %d"
                            .formatted(PROPERTY, chosen, Level.FIRST, Level.NEWEST)));
  }

  private static Optional<KnownLevels> parse(String chosen) {
    try {
      return Optional.of(new KnownLevels(Integer.parseInt(chosen)));
    } catch (IllegalArgumentException notOne) {
      return Optional.empty();
    }
  }
}
