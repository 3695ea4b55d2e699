package io.tenure.chaos.planted;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A bug that can be planted in the product.
 *
 * @param rule what the bug does, in one sentence
 * @param caughtBy the checkers of which at least one must find it
 * @param arguments the shortest run that exposes it, as arguments of the program
 */
public record PlantedBug(
    String name, String rule, List<String> caughtBy, List<String> arguments, List<Patch> patches) {

  private static final String CAUGHT_BY = "caught-by:";
  private static final String RUN = "run:";
  private static final String FILE = "--- ";

  /**
   * Reads the file of a bug. It begins with a sentence after {@code #}, and the lines {@code
   * caught-by:} and {@code run:}. Then, after {@code ---} and the path of a source, come its lines:
   * those that are to be there begin with a blank or {@code -}, those that are put there with a
   * blank or {@code +}. An empty line begins another place in the same source.
   */
  static PlantedBug parse(String name, List<String> lines) {
    Parser parser = new Parser(name);
    lines.forEach(parser::read);
    return parser.finish();
  }

  @Override
  public String toString() {
    return name;
  }

  private static final class Parser {

    private final String name;
    private final List<Patch> patches = new ArrayList<>();
    private final StringBuilder before = new StringBuilder();
    private final StringBuilder after = new StringBuilder();
    private String rule = "";
    private List<String> caughtBy = List.of();
    private List<String> arguments = List.of();
    private String file = "";

    Parser(String name) {
      this.name = name;
    }

    void read(String line) {
      if (line.startsWith(FILE)) {
        endPatch();
        file = line.substring(FILE.length()).trim();
      } else if (line.isEmpty()) {
        endPatch();
      } else if (file.isEmpty()) {
        readHead(line);
      } else {
        readChange(line);
      }
    }

    private void readHead(String line) {
      if (line.startsWith("#")) {
        rule = (rule + " " + line.substring(1).trim()).trim();
      } else if (line.startsWith(CAUGHT_BY)) {
        caughtBy = parts(line.substring(CAUGHT_BY.length()), ",");
      } else if (line.startsWith(RUN)) {
        arguments = parts(line.substring(RUN.length()), " ");
      } else {
        throw unreadable(line);
      }
    }

    private void readChange(String line) {
      String text = line.substring(1) + "\n";
      switch (line.charAt(0)) {
        case ' ' -> {
          before.append(text);
          after.append(text);
        }
        case '-' -> before.append(text);
        case '+' -> after.append(text);
        default -> throw unreadable(line);
      }
    }

    private void endPatch() {
      if (before.length() > 0 || after.length() > 0) {
        patches.add(new Patch(file, before.toString(), after.toString()));
        before.setLength(0);
        after.setLength(0);
      }
    }

    PlantedBug finish() {
      endPatch();
      if (rule.isEmpty() || caughtBy.isEmpty() || arguments.isEmpty() || patches.isEmpty()) {
        throw new PlantException(name + " lacks its sentence, caught-by, run or change");
      }
      return new PlantedBug(name, rule, caughtBy, arguments, List.copyOf(patches));
    }

    private PlantException unreadable(String line) {
      return new PlantException(name + " has an unreadable line: " + line);
    }

    private static List<String> parts(String text, String separator) {
      return Arrays.stream(text.split(separator))
          .map(String::trim)
          .filter(part -> !part.isEmpty())
          .toList();
    }
  }
}
