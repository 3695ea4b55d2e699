package io.tenure.cli;

import java.nio.charset.StandardCharsets;

/** Text as part of a URI. */
final class UriText {

  private static final String PLAIN = "-._~";

  private UriText() {}

  /** As part of a path; slashes stay what they are. */
  static String path(String text) {
    return encode(text, PLAIN + "/");
  }

  /** As a value of the query. */
  static String query(String text) {
    return encode(text, PLAIN);
  }

  private static String encode(String text, String plain) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      char letter = (char) (each & 0xFF);
      boolean alphanumeric =
          letter >= '0' && letter <= '9'
              || letter >= 'A' && letter <= 'Z'
              || letter >= 'a' && letter <= 'z';
      if (alphanumeric || plain.indexOf(letter) >= 0) {
        encoded.append(letter);
      } else {
        encoded.append(String.format("%%%02X", (int) letter));
      }
    }
    return encoded.toString();
  }
}
