package io.tenure.node.random;

import java.nio.charset.StandardCharsets;

/**
 * One request, as bytes.
 *
 * @param answersOnce whether the bytes are one request with a proper end, so that others may follow
 *     on the same connection
 */
public record RandomRequest(String method, byte[] bytes, boolean answersOnce) {

  private static final int SHOWN = 2_000;

  /** The beginning, such that nothing is invisible. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    String raw = new String(bytes, StandardCharsets.ISO_8859_1);
    for (int i = 0; i < Math.min(raw.length(), SHOWN); i++) {
      char c = raw.charAt(i);
      text.append(c >= ' ' && c < 0x7f ? String.valueOf(c) : String.format("\\x%02x", (int) c));
    }
    return text.append(raw.length() > SHOWN ? "... (" + raw.length() + " bytes)" : "").toString();
  }
}
