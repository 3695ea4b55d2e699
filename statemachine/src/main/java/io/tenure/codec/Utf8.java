package io.tenure.codec;

import java.util.Arrays;

/**
 * UTF-8 for every text that Java can hold. A surrogate without its partner, which the JDK would
 * replace by a question mark, is written as three bytes like any other char: two names that differ
 * must differ on disk as well.
 */
final class Utf8 {

  private static final int MAX_BYTES_PER_CHAR = 3;

  private Utf8() {}

  static byte[] encode(String text) {
    byte[] to = new byte[Math.multiplyExact(text.length(), MAX_BYTES_PER_CHAR)];
    int at = 0;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (point < 0x80) {
        to[at++] = (byte) point;
      } else if (point < 0x800) {
        to[at++] = (byte) (0xC0 | point >> 6);
        to[at++] = tail(point);
      } else if (point < 0x10000) {
        to[at++] = (byte) (0xE0 | point >> 12);
        to[at++] = tail(point >> 6);
        to[at++] = tail(point);
      } else {
        to[at++] = (byte) (0xF0 | point >> 18);
        to[at++] = tail(point >> 12);
        to[at++] = tail(point >> 6);
        to[at++] = tail(point);
      }
    }
    return Arrays.copyOf(to, at);
  }

  static String decode(byte[] from, int start, int end) {
    StringBuilder text = new StringBuilder(end - start);
    for (int at = start; at < end; ) {
      int length = length(from[at]);
      if (end - at < length) {
        throw new CodecException("a text ends within a letter");
      }
      text.appendCodePoint(point(from, at, length));
      at += length;
    }
    return text.toString();
  }

  private static byte tail(int bits) {
    return (byte) (0x80 | (bits & 0x3F));
  }

  private static int length(byte first) {
    if (first >= 0) {
      return 1;
    }
    if ((first & 0xE0) == 0xC0) {
      return 2;
    }
    if ((first & 0xF0) == 0xE0) {
      return 3;
    }
    if ((first & 0xF8) == 0xF0) {
      return 4;
    }
    throw new CodecException("not a letter: " + first);
  }

  private static int point(byte[] from, int at, int length) {
    int point = length == 1 ? from[at] : from[at] & (0x7F >> length);
    for (int i = 1; i < length; i++) {
      if ((from[at + i] & 0xC0) != 0x80) {
        throw new CodecException("a letter is damaged");
      }
      point = (point << 6) | (from[at + i] & 0x3F);
    }
    if (!Character.isValidCodePoint(point) || size(point) != length) {
      throw new CodecException("not a letter: " + point);
    }
    return point;
  }

  private static int size(int point) {
    if (point < 0x80) {
      return 1;
    }
    if (point < 0x800) {
      return 2;
    }
    return point < 0x10000 ? 3 : 4;
  }
}
