package io.tenure.chaos.planted;

/**
 * Some lines of a source file, and what to put in their place.
 *
 * @param file relative to the root of the source tree
 */
record Patch(String file, String before, String after) {

  /** Changes a source, in which the lines must be exactly once. */
  String applyTo(String source) {
    int at = source.indexOf(before);
    if (before.isEmpty() || at < 0) {
      throw new PlantException(file + " does not have these lines any more:\n" + before);
    }
    if (source.indexOf(before, at + 1) >= 0) {
      throw new PlantException(file + " has these lines more than once:\n" + before);
    }
    return source.substring(0, at) + after + source.substring(at + before.length());
  }
}
