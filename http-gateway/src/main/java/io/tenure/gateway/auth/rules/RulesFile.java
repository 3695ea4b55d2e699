package io.tenure.gateway.auth.rules;

import io.tenure.gateway.Right;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A file of rules: {@code allow WHO RIGHT PREFIX…} and {@code deny WHO RIGHT PREFIX…}. Blank lines,
 * and what follows a {@code #} after a blank, do not count.
 */
public final class RulesFile {

  private static final String EVERY = "*";
  private static final int LEAST_WORDS = 4;
  private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");
  private static final List<String> RIGHTS = List.of("read", "write", "revoke", "admin");

  private final List<Rule> rules = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();

  private RulesFile() {}

  /**
   * Reads rules.
   *
   * @throws IOException if there is no such file, or a line in it that is not a rule; the message
   *     names every such line
   */
  public static Rules read(Path file) throws IOException {
    try {
      return parse(Files.readString(file, StandardCharsets.UTF_8));
    } catch (CharacterCodingException garbled) {
      throw new IOException("it is not text", garbled);
    }
  }

  static Rules parse(String text) throws IOException {
    RulesFile file = new RulesFile();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      String rule = COMMENT.matcher(line).replaceFirst("").strip();
      if (!rule.isEmpty()) {
        file.add(number, rule);
      }
    }
    if (!file.problems.isEmpty()) {
      throw new IOException(String.join("; ", file.problems));
    }
    return new Rules(file.rules);
  }

  private void add(int number, String text) {
    String[] words = text.split("\\s+");
    switch (words[0]) {
      case "allow", "deny" -> addRule(number, text, words);
      default -> refuse(number, words[0] + " is no rule; allowed: allow, deny");
    }
  }

  private void addRule(int number, String text, String[] words) {
    if (words.length < LEAST_WORDS) {
      refuse(number, "must be " + words[0] + " WHO RIGHT PREFIX…");
    } else if (!RIGHTS.contains(words[2])) {
      refuse(number, words[2] + " is no right; allowed: " + String.join(", ", RIGHTS));
    } else if (checkWho(number, words[1])) {
      Right right = Right.valueOf(words[2].toUpperCase(Locale.ROOT));
      List<String> prefixes = new ArrayList<>();
      for (String prefix : List.of(words).subList(LEAST_WORDS - 1, words.length)) {
        prefixes.add(prefix(number, prefix));
      }
      rules.add(
          new Rule(number, text, words[0].equals("allow"), Who.parse(words[1]), right, prefixes));
    }
  }

  /** A star at the end says what a prefix says without it. */
  private String prefix(int number, String text) {
    String prefix = text.endsWith(EVERY) ? text.substring(0, text.length() - 1) : text;
    String rest = prefix.replace(Rule.NAME, "");
    if (rest.contains(EVERY) || rest.contains("{") || rest.contains("}")) {
      refuse(
          number,
          text + " is no prefix; a * may only end it, and all that may stand in braces is {name}");
    }
    return prefix;
  }

  private boolean checkWho(int number, String who) {
    boolean fits =
        who.equals(EVERY)
            || who.equals("anonymous")
            || who.indexOf(':') > 0 && who.indexOf(EVERY) < 0
            || who.indexOf(':') > 0 && who.indexOf(EVERY) == who.length() - 1;
    if (!fits) {
      refuse(
          number,
          who
              + " is nobody; allowed: *, anonymous, group:NAME, or a principal such as token:NAME,"
              + " jwt:NAME, cert:NAME, proxy:NAME, with a * at its end or without");
    }
    return fits;
  }

  private void refuse(int number, String why) {
    problems.add("line " + number + ": " + why);
  }
}
