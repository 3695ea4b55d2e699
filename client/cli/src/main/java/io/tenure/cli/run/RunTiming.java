package io.tenure.cli.run;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * When to stop a command. It is asked to end when {@code grace + margin} are left of the lease, and
 * made to when {@code margin} is left, so that it is gone before anybody else can hold the
 * resource.
 *
 * @param margin for the signal to arrive
 */
public record RunTiming(Duration ttl, Duration grace, Duration margin) {

  private static final Duration SHORTEST_TTL = Duration.ofSeconds(1);
  private static final Duration LONGEST_MARGIN = Duration.ofSeconds(1);

  public static RunTiming of(Duration ttl, Optional<Duration> wanted) {
    if (ttl.compareTo(SHORTEST_TTL) < 0) {
      throw new CommandException(ExitCode.USAGE, "--ttl: must be at least 1 second");
    }
    Duration tenth = ttl.dividedBy(10);
    Duration margin = tenth.compareTo(LONGEST_MARGIN) < 0 ? tenth : LONGEST_MARGIN;
    Duration longest = ttl.dividedBy(2).minus(margin);
    Duration grace =
        wanted.orElse(ttl.dividedBy(3).compareTo(longest) < 0 ? ttl.dividedBy(3) : longest);
    if (grace.compareTo(longest) > 0) {
      throw new CommandException(
          ExitCode.USAGE,
          String.format(
              Locale.ROOT,
              "--grace: is part of the ttl, and %.1f s leave too little of %.1f s for renewals;"
                  + " give at most %.1f",
              grace.toMillis() / 1e3,
              ttl.toMillis() / 1e3,
              longest.toMillis() / 1e3));
    }
    return new RunTiming(ttl, grace, margin);
  }

  /** How long the command may go on, of what remains of the lease; negative if it may not. */
  Duration untilEnd(Duration remaining) {
    return remaining.minus(margin).minus(grace);
  }

  Duration untilKill(Duration remaining) {
    return remaining.minus(margin);
  }
}
