package io.tenure.gateway;

import io.tenure.gateway.json.Utf8Check;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Decodes what a URI carries percent-encoded. */
final class PercentText {

  private PercentText() {}

  /** The text, of which every byte must be part of well-formed UTF-8. */
  static String decode(String raw) {
    if (isPlain(raw)) {
      return raw;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length());
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '%') {
        bytes.write(hexByte(raw, i));
        i += 2;
      } else if (c <= 0xff) {
        bytes.write(c); // servers hand on a byte that needed encoding as one character
      } else {
        bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
      }
    }
    byte[] decoded = bytes.toByteArray();
    if (!Utf8Check.isValid(decoded)) {
      throw bad("the URI is not valid UTF-8");
    }
    return new String(decoded, StandardCharsets.UTF_8);
  }

  private static boolean isPlain(String raw) {
    for (int i = 0; i < raw.length(); i++) {
      char c = raw.charAt(i);
      if (c == '%' || c >= 0x80) {
        return false;
      }
    }
    return true;
  }

  private static int hexByte(String raw, int percent) {
    if (percent + 2 < raw.length()) {
      int high = Character.digit(raw.charAt(percent + 1), 16);
      int low = Character.digit(raw.charAt(percent + 2), 16);
      if (high >= 0 && low >= 0) {
        return high << 4 | low;
      }
    }
    throw bad("the URI has a % that two hexadecimal digits do not follow");
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(400, "bad-uri", detail));
  }
}
