package io.tenure.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/** The calls of {@code tenure} in the examples of a command's help, as a shell would split them. */
public final class HelpExamples {

  private static final Pattern CALL =
      Pattern.compile("(?:^|[|;&(]|\\b(?:while|do|then|if))\\s*((?:[A-Z_]+=\\S+ +)*)tenure +(.*)");
  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
  private static final Pattern END = Pattern.compile("\\||;|&&|>|\\)| {2,}|\\.\\.\\.");

  private HelpExamples() {}

  /** Of a command and of all commands below it; each call without its first word. */
  public static List<List<String>> of(CommandLine command) {
    List<List<String>> calls = new ArrayList<>();
    boolean examples = false;
    for (String line : command.getCommandSpec().usageMessage().footer()) {
      examples = line.isEmpty() ? false : examples || line.matches("Examples?:");
      if (examples) {
        addCalls(line.strip(), calls);
      }
    }
    command.getSubcommands().values().forEach(below -> calls.addAll(of(below)));
    return calls;
  }

  private static void addCalls(String line, List<List<String>> calls) {
    Matcher call = CALL.matcher(line);
    for (int from = 0; call.find(from); from = call.start(2)) {
      calls.add(words(call.group(2)));
    }
  }

  /** Up to the end of the call; what a shell would put in is a number. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    String line = text.replaceAll("\\$\\([^)]*\\)|\\$\\w+", "1");
    Matcher word = WORD.matcher(line);
    int last = 0;
    while (word.find()) {
      Matcher end = END.matcher(line.substring(last, word.end()));
      boolean quoted = word.group().matches(".*['\"].*");
      if (!quoted && end.find()) {
        String rest = line.substring(last, last + end.start()).strip();
        if (!rest.isEmpty()) {
          words.add(rest);
        }
        return words;
      }
      if (quoted && line.substring(last, word.start()).contains("  ")) {
        return words;
      }
      words.add(word.group().replaceAll("['\"]", ""));
      last = word.end();
    }
    return words;
  }
}
