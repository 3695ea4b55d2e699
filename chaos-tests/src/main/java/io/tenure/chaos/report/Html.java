package io.tenure.chaos.report;

import java.util.Locale;

/** Text in the making. Whatever is not from this package goes through {@link #text}. */
final class Html {

  private static final int LONGEST_TEXT = 600;

  private final StringBuilder out = new StringBuilder();

  /** Adds markup as it is, with numbers put in as {@link String#format} does. */
  Html raw(String markup, Object... values) {
    out.append(values.length == 0 ? markup : String.format(Locale.ROOT, markup, values));
    return this;
  }

  Html text(String text) {
    out.append(escape(text));
    return this;
  }

  /** An element with nothing but text in it. */
  Html element(String tag, String text) {
    return raw("<" + tag + ">").text(text).raw("</" + tag.split(" ", 2)[0] + ">\n");
  }

  /** Five characters mean something; most below the blank may not be there at all. */
  static String escape(String text) {
    StringBuilder safe = new StringBuilder(text.length() + 16);
    String shown = text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text;
    shown
        .codePoints()
        .forEach(
            character -> {
              switch (character) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(isAllowed(character) ? character : 0xFFFD);
              }
            });
    return safe.toString();
  }

  private static boolean isAllowed(int character) {
    boolean blank = character == '\n' || character == '\t';
    boolean half = character >= 0xD800 && character <= 0xDFFF;
    boolean control = character < 0x20 || character == 0x7F;
    return blank || !(control || half || isNoncharacter(character));
  }

  private static boolean isNoncharacter(int character) {
    return (character & 0xFFFE) == 0xFFFE;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
