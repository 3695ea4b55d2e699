package io.tenure.gateway.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes JSON into a buffer that each thread keeps for the next answer. Commas and brackets are the
 * caller's business: what an answer looks like can then be read where it is written.
 */
public final class JsonText {

  private static final ThreadLocal<JsonText> OWN = ThreadLocal.withInitial(JsonText::empty);

  /** A buffer that one large answer has blown up further than this is not kept. */
  private static final int LARGEST_KEPT = 1 << 20;

  private static final int INITIAL = 1024;

  /** The longest form of a character: a backslash, a {@code u} and four digits. */
  private static final int LONGEST_CHARACTER = 6;

  private static final int LONGEST_NUMBER = 21;
  private static final int LONGEST_TIMESTAMP = 32;
  private static final int MICROS_PER_SECOND = 1_000_000;
  private static final long SECONDS_PER_DAY = 86_400;
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes;
  private int size;

  private static JsonText empty() {
    return new JsonText(INITIAL);
  }

  private JsonText(int capacity) {
    bytes = new byte[capacity];
  }

  /** This thread's text, empty. Whatever the thread has begun before must be finished. */
  public static JsonText start() {
    JsonText text = OWN.get();
    text.size = 0;
    if (text.bytes.length > LARGEST_KEPT) {
      text.bytes = new byte[INITIAL];
    }
    return text;
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }

  public int size() {
    return size;
  }

  /** Appends what is JSON already, and ASCII. */
  @SuppressWarnings("deprecation") // it drops the high halves of characters, which ASCII has not
  public JsonText ascii(String json) {
    int length = json.length();
    reserve(length);
    json.getBytes(0, length, bytes, size);
    size += length;
    return this;
  }

  /** Appends what is JSON already. */
  public JsonText raw(byte[] json) {
    reserve(json.length);
    System.arraycopy(json, 0, bytes, size, json.length);
    size += json.length;
    return this;
  }

  /** Appends a string in quotes; a lone surrogate, which UTF-8 cannot carry, as an escape. */
  public JsonText string(String value) {
    reserve(value.length() * LONGEST_CHARACTER + 2);
    bytes[size++] = '"';
    int i = 0;
    while (i < value.length()) {
      char c = value.charAt(i);
      if (c >= ' ' && c < 0x7f && c != '"' && c != '\\') {
        bytes[size++] = (byte) c;
        i++;
      } else if (c < 0x80) {
        escape(c);
        i++;
      } else {
        i += beyondAscii(value, i);
      }
    }
    bytes[size++] = '"';
    return this;
  }

  public JsonText integer(long value) {
    reserve(LONGEST_NUMBER);
    digits(value);
    return this;
  }

  /** Appends microseconds as seconds, always with a decimal point and never with an exponent. */
  public JsonText seconds(long micros) {
    reserve(LONGEST_NUMBER + 1);
    if (micros < 0) {
      bytes[size++] = '-';
    }
    digits(Math.abs(micros / MICROS_PER_SECOND));
    bytes[size++] = '.';
    padded(Math.abs(micros % MICROS_PER_SECOND), 6);
    while (bytes[size - 1] == '0' && bytes[size - 2] != '.') {
      size--;
    }
    return this;
  }

  /** Appends a time of the years 0 to 9999, in microseconds since 1970, as RFC 3339 in UTC. */
  public JsonText timestamp(long wallMicros) {
    reserve(LONGEST_TIMESTAMP);
    long seconds = Math.floorDiv(wallMicros, (long) MICROS_PER_SECOND);
    long days = Math.floorDiv(seconds, SECONDS_PER_DAY);
    int ofDay = (int) (seconds - days * SECONDS_PER_DAY);
    bytes[size++] = '"';
    date(days);
    bytes[size++] = 'T';
    padded(ofDay / 3600, 2);
    bytes[size++] = ':';
    padded(ofDay / 60 % 60, 2);
    bytes[size++] = ':';
    padded(ofDay % 60, 2);
    bytes[size++] = '.';
    padded(wallMicros - seconds * MICROS_PER_SECOND, 6);
    bytes[size++] = 'Z';
    bytes[size++] = '"';
    return this;
  }

  /** Microseconds in the form of {@link #seconds}, for headers; whatever is begun goes on. */
  public static String secondsText(long micros) {
    JsonText text = new JsonText(LONGEST_NUMBER + 1);
    text.seconds(micros);
    return new String(text.bytes, 0, text.size, StandardCharsets.US_ASCII);
  }

  /** The proleptic Gregorian date, by eras of 400 years that begin in March. */
  private void date(long daysSince1970) {
    long days = daysSince1970 + 719_468;
    long era = Math.floorDiv(days, 146_097L);
    long ofEra = days - era * 146_097;
    long yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365;
    long ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long fromMarch = (5 * ofYear + 2) / 153;
    long month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
    padded(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4);
    bytes[size++] = '-';
    padded(month, 2);
    bytes[size++] = '-';
    padded(ofYear - (153 * fromMarch + 2) / 5 + 1, 2);
  }

  private void digits(long value) {
    if (value < 0) {
      ascii(Long.toString(value));
      return;
    }
    int width = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      width++;
    }
    padded(value, width);
  }

  private void padded(long value, int width) {
    long rest = value;
    for (int at = size + width - 1; at >= size; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    size += width;
  }

  private void escape(char c) {
    switch (c) {
      case '"', '\\' -> twoCharacters(c);
      case '\n' -> twoCharacters('n');
      case '\r' -> twoCharacters('r');
      case '\t' -> twoCharacters('t');
      default -> hexEscape(c);
    }
  }

  private void twoCharacters(char second) {
    bytes[size++] = '\\';
    bytes[size++] = (byte) second;
  }

  private void hexEscape(char c) {
    twoCharacters('u');
    bytes[size++] = HEX[c >> 12];
    bytes[size++] = HEX[(c >> 8) & 0xf];
    bytes[size++] = HEX[(c >> 4) & 0xf];
    bytes[size++] = HEX[c & 0xf];
  }

  /** Writes the character here, which is one or two {@code char}s, and returns how many. */
  private int beyondAscii(String value, int at) {
    int codePoint = value.codePointAt(at);
    if (codePoint >= 0x10000) {
      bytes[size++] = (byte) (0xf0 | (codePoint >> 18));
      continuation(codePoint >> 12);
      continuation(codePoint >> 6);
    } else if (Character.isSurrogate((char) codePoint)) {
      hexEscape((char) codePoint);
      return 1;
    } else if (codePoint >= 0x800) {
      bytes[size++] = (byte) (0xe0 | (codePoint >> 12));
      continuation(codePoint >> 6);
    } else {
      bytes[size++] = (byte) (0xc0 | (codePoint >> 6));
    }
    continuation(codePoint);
    return Character.charCount(codePoint);
  }

  private void continuation(int bits) {
    bytes[size++] = (byte) (0x80 | (bits & 0x3f));
  }

  private void reserve(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
    }
  }
}
