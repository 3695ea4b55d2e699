package io.tenure.cli;

import io.tenure.cli.exit.CommandException;
import io.tenure.cli.exit.ExitCode;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in one line that names the word which was probably meant. */
final class UsageError {

  private UsageError() {}

  static CommandException of(ParameterException failure) {
    CommandSpec command = failure.getCommandLine().getCommandSpec();
    String reason =
        failure instanceof UnmatchedArgumentException unmatched
            ? unknown(unmatched.getUnmatched().get(0), command)
            : String.valueOf(failure.getMessage()).replaceFirst("^Error: ", "");
    String help = command.qualifiedName() + " --help";
    return new CommandException(ExitCode.USAGE, reason + "; see " + help);
  }

  private static String unknown(String word, CommandSpec command) {
    if (word.startsWith("-")) {
      String option = word.split("=", 2)[0];
      return "unknown option '" + option + "'" + meant(option, command.optionsMap().keySet());
    }
    Set<String> names = command.subcommands().keySet();
    return names.isEmpty()
        ? "unexpected argument '" + word + "'"
        : "unknown command '" + word + "'" + meant(word, names);
  }

  private static String meant(String word, Collection<String> known) {
    Optional<String> nearest =
        known.stream()
            .filter(each -> distance(word, each) <= Math.min(2, word.length() / 2))
            .min(Comparator.comparingInt(each -> distance(word, each)));
    return nearest.map(name -> "; did you mean '" + name + "'?").orElse("");
  }

  /** How many letters to add, leave out or change; a swap of two neighbours counts as two. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int same = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int next = Math.min(Math.min(row[j], row[j - 1]) + 1, diagonal + same);
        diagonal = row[j];
        row[j] = next;
      }
    }
    return row[other.length()];
  }
}
