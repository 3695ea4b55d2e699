package io.tenure.link;

import org.jspecify.annotations.Nullable;

/** Failures in words that fit into a line of the log. */
final class Reasons {

  private static final int MAX_LENGTH = 300;

  private Reasons() {}

  static String of(@Nullable Throwable failure) {
    if (failure == null) {
      return "unknown";
    }
    Throwable root = failure;
    for (int i = 0; i < 8 && root.getCause() != null; i++) {
      root = root.getCause();
    }
    String message = root.getMessage() == null ? root.toString() : root.getMessage();
    String line = message.replaceAll("\\p{Cntrl}", " ");
    return line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) : line;
  }
}
