package io.tenure.gateway.locks;

/**
 * Takes the comma behind the last field of an object or the last element of an array away: the
 * documentation that clients of this API were written by has one in its example.
 */
final class TrailingCommas {

  private static final int NONE = -1;

  private TrailingCommas() {}

  /** The text with blanks in the place of such commas; the very same array if there is none. */
  static byte[] blank(byte[] json) {
    byte[] blanked = json;
    int comma = NONE;
    byte before = '{';
    for (int i = 0; i < json.length; i++) {
      byte c = json[i];
      if (isBlank(c)) {
        continue;
      }
      if (comma != NONE && (c == '}' || c == ']')) {
        blanked = blanked == json ? json.clone() : blanked;
        blanked[comma] = ' ';
      }
      comma = c == ',' && endsValue(before) ? i : NONE;
      before = c;
      i = c == '"' ? endOfString(json, i) : i;
    }
    return blanked;
  }

  /** Where the quotation mark is that ends a string, or the last place if there is none. */
  private static int endOfString(byte[] json, int start) {
    int at = start + 1;
    while (at < json.length && json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    return at;
  }

  private static boolean endsValue(byte c) {
    return c != '{' && c != '[' && c != ',' && c != ':';
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }
}
