package io.tenure.gateway;

import java.util.Optional;

/** The rules for the names that clients choose. */
public final class Names {

  public static final int MOST_BYTES = 1024;

  private Names() {}

  /** What is wrong with a name of at most {@link #MOST_BYTES}; see {@link #flaw(String, int)}. */
  public static Optional<String> flaw(String name) {
    return flaw(name, MOST_BYTES);
  }

  /** What is wrong with the name of a resource, in words that follow the name; empty if nothing. */
  public static Optional<String> flaw(String name, int mostBytes) {
    if (name.isEmpty()) {
      return Optional.of("must not be empty");
    }
    int bytes = 0;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isISOControl(c)) {
        return Optional.of("must not contain control characters");
      }
      if (Character.isSurrogate(c)) {
        if (!isPair(name, i)) {
          return Optional.of("must not contain half of a surrogate pair");
        }
        i++;
        bytes += 4;
      } else {
        bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
      }
    }
    return bytes <= mostBytes
        ? Optional.empty()
        : Optional.of("must not be longer than " + mostBytes + " bytes of UTF-8");
  }

  private static boolean isPair(String name, int at) {
    return Character.isHighSurrogate(name.charAt(at))
        && at + 1 < name.length()
        && Character.isLowSurrogate(name.charAt(at + 1));
  }
}
