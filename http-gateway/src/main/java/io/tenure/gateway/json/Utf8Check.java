package io.tenure.gateway.json;

/** Tells text from other bytes. */
public final class Utf8Check {

  private Utf8Check() {}

  /** Whether the bytes are well-formed UTF-8: no overlong forms, no surrogates, nothing cut off. */
  public static boolean isValid(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      int length = bytes[at] >= 0 ? 1 : sequenceLength(bytes, at);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /** The length of the well-formed sequence of several bytes that starts here; 0 if none does. */
  private static int sequenceLength(byte[] bytes, int at) {
    int lead = bytes[at] & 0xff;
    int length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || at + length > bytes.length) {
      return 0;
    }
    for (int i = 1; i < length; i++) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return isSecondByteAllowed(lead, bytes[at + 1] & 0xff) ? length : 0;
  }

  private static boolean isSecondByteAllowed(int lead, int second) {
    return switch (lead) {
      case 0xe0 -> second >= 0xa0;
      case 0xed -> second <= 0x9f;
      case 0xf0 -> second >= 0x90;
      case 0xf4 -> second <= 0x8f;
      default -> true;
    };
  }
}
