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

  /**
   * Whether a path begins with these segments. It makes no garbage, and therefore knows them only
   * as they are usually written, not percent-encoded.
   */
  public static boolean startsWith(String rawPath, String... segments) {
    return restAfter(rawPath, segments) >= 0;
  }

  /** Whether a path has these segments and no more; for the rest as {@link #startsWith}. */
  public static boolean is(String rawPath, String... segments) {
    return restAfter(rawPath, segments) == rawPath.length();
  }

  /**
   * What follows these segments, decoded, with its slashes as they are but for those at both ends;
   * empty if nothing follows, or the path does not begin with them. Bad encoding is refused.
   */
  public static String after(String rawPath, String... segments) {
    int start = restAfter(rawPath, segments);
    int end = rawPath.length();
    while (end > start && rawPath.charAt(end - 1) == '/') {
      end--;
    }
    return start < 0 ? "" : PercentText.decode(rawPath.substring(start, end));
  }

  /** Where a path goes on after these segments; -1 if it does not begin with them. */
  private static int restAfter(String rawPath, String... segments) {
    int start = segmentStart(rawPath, 0);
    for (String segment : segments) {
      int end = segmentEnd(rawPath, start);
      if (end - start != segment.length()
          || !rawPath.regionMatches(start, segment, 0, segment.length())) {
        return -1;
      }
      start = segmentStart(rawPath, end);
    }
    return start;
  }

  private static int segmentStart(String rawPath, int from) {
    int at = from;
    while (at < rawPath.length() && rawPath.charAt(at) == '/') {
      at++;
    }
    return at;
  }

  private static int segmentEnd(String rawPath, int from) {
    int slash = rawPath.indexOf('/', from);
    return slash < 0 ? rawPath.length() : slash;
  }
}
