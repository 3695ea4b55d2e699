package io.tenure.gateway.netty;

/** What HTTP's grammar says of single bytes. */
final class Ascii {

  private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";
  private static final String HOST_SIGNS = "-._~:[]%";

  private static final boolean[] TOKEN = new boolean[256];
  private static final boolean[] HOST = new boolean[256];

  static {
    for (int i = 0; i < 128; i++) {
      boolean letterOrDigit = isLetterOrDigit(i);
      TOKEN[i] = letterOrDigit || TOKEN_SIGNS.indexOf(i) >= 0;
      HOST[i] = letterOrDigit || HOST_SIGNS.indexOf(i) >= 0;
    }
  }

  private Ascii() {}

  private static boolean isLetterOrDigit(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /** Whether a byte may stand in a method or a header's name. */
  static boolean isToken(byte b) {
    return TOKEN[b & 0xff];
  }

  /** Whether a byte may stand in a host and its port. */
  static boolean isHost(byte b) {
    return HOST[b & 0xff];
  }

  /** Whether a byte is a control character, the tab among them. */
  static boolean isControl(byte b) {
    return (b >= 0 && b < ' ') || b == 0x7f;
  }

  static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  static int lower(int c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
  }

  /** The value of a hexadecimal digit, or -1. */
  static int hex(byte b) {
    return Character.digit(b, 16);
  }
}
