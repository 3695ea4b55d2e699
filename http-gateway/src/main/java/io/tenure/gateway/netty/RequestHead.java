package io.tenure.gateway.netty;

import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request's line and headers. The headers stay the bytes that came; a value becomes a string when
 * it is asked for.
 */
final class RequestHead {

  /** For each header, where in the bytes its name and its value begin and end. */
  static final int MARKS = 4;

  /** The parts of a request's line. */
  record Line(
      String method, String rawPath, @Nullable String rawQuery, String authority, boolean http10) {}

  private final Line line;
  private final byte[] bytes;
  private final int[] marks;
  private final int end;

  /**
   * Makes a head.
   *
   * @param end how many of the marks are in use
   */
  RequestHead(Line line, byte[] bytes, int[] marks, int end) {
    this.line = line;
    this.bytes = bytes;
    this.marks = marks;
    this.end = end;
  }

  Line line() {
    return line;
  }

  boolean isHead() {
    return line.method().equals("HEAD");
  }

  /** The first header of a name, whatever its case. */
  Optional<String> header(String name) {
    int at = find(name, 0);
    return at < 0 ? Optional.empty() : Optional.of(value(at));
  }

  List<String> headers(String name) {
    int at = find(name, 0);
    if (at < 0) {
      return List.of();
    }
    List<String> values = new ArrayList<>();
    for (; at >= 0; at = find(name, at + MARKS)) {
      values.add(value(at));
    }
    return values;
  }

  /** Where the first header of this name at or after a place is, or -1. */
  int find(String name, int from) {
    int length = name.length();
    for (int at = from; at < end; at += MARKS) {
      if (marks[at + 1] - marks[at] == length && matches(marks[at], name)) {
        return at;
      }
    }
    return -1;
  }

  /** Whether the value of the header at a place is a word, whatever its case. */
  boolean valueIs(int at, String word) {
    return marks[at + 3] - marks[at + 2] == word.length() && matches(marks[at + 2], word);
  }

  /** Whether the value of the header at a place could be a host and a port, or is empty. */
  boolean valueIsHost(int at) {
    for (int i = marks[at + 2]; i < marks[at + 3]; i++) {
      if (!Ascii.isHost(bytes[i])) {
        return false;
      }
    }
    return true;
  }

  /** The value of the header at a place. Whoever asks for one that is not UTF-8 learns so. */
  String value(int at) {
    int from = marks[at + 2];
    int length = marks[at + 3] - from;
    for (int i = from; i < from + length; i++) {
      if (bytes[i] < 0) {
        return decoded(at);
      }
    }
    return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
  }

  private String decoded(int at) {
    int from = marks[at + 2];
    try {
      ByteBuffer value = ByteBuffer.wrap(bytes, from, marks[at + 3] - from);
      return StandardCharsets.UTF_8.newDecoder().decode(value).toString();
    } catch (CharacterCodingException e) {
      int nameLength = marks[at + 1] - marks[at];
      String name = new String(bytes, marks[at], nameLength, StandardCharsets.ISO_8859_1);
      throw new ProblemException(Problem.of(400, "bad-header", "not UTF-8: the header " + name));
    }
  }

  private boolean matches(int from, String word) {
    for (int i = 0; i < word.length(); i++) {
      if (Ascii.lower(bytes[from + i]) != Ascii.lower(word.charAt(i))) {
        return false;
      }
    }
    return true;
  }
}
