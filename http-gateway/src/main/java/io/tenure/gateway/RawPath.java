package io.tenure.gateway;

import java.util.ArrayList;
import java.util.List;

/** Takes a path apart. Slashes at the end, and several in a row, mean no more than one, mostly. */
public final class RawPath {

  private RawPath() {}

  /** The decoded segments; an encoded slash is part of its segment. Bad encoding is refused. */
  public static List<String> segments(String rawPath) {
    List<String> segments = new ArrayList<>(4);
    int start = segmentStart(rawPath, 0);
    while (start < rawPath.length()) {
      int end = segmentEnd(rawPath, start);
      segments.add(PercentText.decode(rawPath.substring(start, end)));
      start = segmentStart(rawPath, end);
    }
    return segments;
  }

  /** The segment at an index, decoded. */
  static String segment(String rawPath, int index) {
    int start = startOf(rawPath, index);
    return PercentText.decode(rawPath.substring(start, segmentEnd(rawPath, start)));
  }

  /** All from the segment at an index on, decoded, without the slashes at the end. */
  static String from(String rawPath, int index) {
    int start = startOf(rawPath, index);
    int end = rawPath.length();
    while (end > start && rawPath.charAt(end - 1) == '/') {
      end--;
    }
    return PercentText.decode(rawPath.substring(start, end));
  }

  /** Where the segment at an index begins. */
  private static int startOf(String rawPath, int index) {
    int start = segmentStart(rawPath, 0);
    for (int i = 0; i < index; i++) {
      start = segmentStart(rawPath, segmentEnd(rawPath, start));
    }
    return start;
  }

  /** Where the next segment begins at or behind a place; the path's length if none does. */
  static int segmentStart(String rawPath, int from) {
    int at = from;
    while (at < rawPath.length() && rawPath.charAt(at) == '/') {
      at++;
    }
    return at;
  }

  /** Where the segment ends that begins at a place. */
  static int segmentEnd(String rawPath, int from) {
    int slash = rawPath.indexOf('/', from);
    return slash < 0 ? rawPath.length() : slash;
  }
}
