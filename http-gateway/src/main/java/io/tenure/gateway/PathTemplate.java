package io.tenure.gateway;

import java.util.List;

/**
 * The form of a path, such as {@code /v1/claims/{id}}: segments that are words, or captures of one
 * segment. A capture with a plus, such as {@code {name+}}, takes all that follows; if the template
 * goes on behind it, the dialect tells apart where it ends.
 */
record PathTemplate(String text, List<String> segments) {

  static PathTemplate of(String text) {
    List<String> segments = RawPath.segments(text);
    if (!text.startsWith("/") || segments.isEmpty()) {
      throw new IllegalArgumentException("not a path: " + text);
    }
    return new PathTemplate(text, segments);
  }

  static boolean isCapture(String segment) {
    return segment.startsWith("{");
  }

  static boolean takesRest(String segment) {
    return segment.endsWith("+}");
  }

  /** What a path that has this form says at a capture, decoded. */
  String capture(String name, String rawPath) {
    for (int i = 0; i < segments.size(); i++) {
      String segment = segments.get(i);
      if (takesRest(segment)) {
        return RawPath.from(rawPath, i);
      }
      if (segment.length() == name.length() + 2 && segment.startsWith(name, 1)) {
        return RawPath.segment(rawPath, i);
      }
    }
    throw new IllegalArgumentException(text + " has no " + name);
  }

  /** As a document of OpenAPI writes it. */
  String documented() {
    return text.replace("+}", "}");
  }
}
