package io.tenure.gateway.netty;

import java.util.Locale;

/** Reads how long a client agrees to wait: {@code Prefer: wait=10} of RFC 7240. */
final class PreferredWait {

  private static final int MAX_DIGITS = 6;

  private PreferredWait() {}

  /** In seconds; zero if the client does not say, or not in a way that can be understood. */
  static long seconds(RequestHead head) {
    for (int at = head.find("Prefer", 0);
        at >= 0;
        at = head.find("Prefer", at + RequestHead.MARKS)) {
      for (String preference : head.value(at).split("[,;]", -1)) {
        int equals = preference.indexOf('=');
        if (equals > 0 && isWait(preference.substring(0, equals))) {
          return parse(preference.substring(equals + 1).strip());
        }
      }
    }
    return 0;
  }

  private static boolean isWait(String name) {
    return name.strip().toLowerCase(Locale.ROOT).equals("wait");
  }

  private static long parse(String given) {
    String text = given.replace("\"", "");
    int digits = 0;
    while (digits < text.length() && Character.isDigit(text.charAt(digits))) {
      digits++;
    }
    if (digits == 0) {
      return 0;
    }
    long seconds = digits > MAX_DIGITS ? Long.MAX_VALUE : Long.parseLong(text.substring(0, digits));
    return Math.min(seconds, HttpLimits.MAX_WAIT.toSeconds());
  }
}
