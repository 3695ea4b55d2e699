package io.tenure.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The commands and options as a script for the shell fish. */
record FishCompletion(CommandLine root) {

  void print(PrintWriter out) {
    out.println("complete -c tenure -f");
    for (Map.Entry<String, CommandLine> each : root.getSubcommands().entrySet()) {
      String name = each.getKey();
      CommandSpec command = each.getValue().getCommandSpec();
      line(out, "__fish_use_subcommand", "-a " + name, description(command));
      printCommand(out, "__fish_seen_subcommand_from " + name, command);
    }
  }

  private static void printCommand(PrintWriter out, String condition, CommandSpec command) {
    for (OptionSpec option : command.options()) {
      if (!option.hidden()) {
        printOption(out, condition, option);
      }
    }
    for (Map.Entry<String, CommandLine> each : command.subcommands().entrySet()) {
      CommandSpec below = each.getValue().getCommandSpec();
      line(out, condition, "-a " + each.getKey(), description(below));
      for (OptionSpec option : below.options()) {
        if (!option.inherited() && !option.hidden()) {
          printOption(
              out, condition + "; and __fish_seen_subcommand_from " + each.getKey(), option);
        }
      }
    }
  }

  private static void printOption(PrintWriter out, String condition, OptionSpec option) {
    StringBuilder words = new StringBuilder();
    for (String name : option.names()) {
      words.append(name.startsWith("--") ? "-l " : "-s ").append(name.replaceFirst("^--?", ""));
      words.append(' ');
    }
    if (option.arity().max() > 0) {
      words.append(option.typeInfo().getType() == Path.class ? "-r -F" : "-x");
      if (option.completionCandidates() != null) {
        words.append(" -a ").append(quoted(String.join(" ", option.completionCandidates())));
      }
    }
    String[] text = option.description();
    line(out, condition, words.toString().strip(), text.length == 0 ? "" : text[0]);
  }

  private static String description(CommandSpec command) {
    String[] text = command.usageMessage().description();
    return text.length == 0 ? "" : text[0];
  }

  private static void line(PrintWriter out, String condition, String words, String description) {
    String first = description.replaceFirst("\\$\\{[^}]*\\};? ?", "").split("; |\\. |\\.$", 2)[0];
    out.println(
        "complete -c tenure -n "
            + quoted(condition)
            + " "
            + words
            + (first.isEmpty() ? "" : " -d " + quoted(first)));
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
