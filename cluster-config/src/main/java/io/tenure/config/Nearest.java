package io.tenure.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that somebody may have meant. */
final class Nearest {

  private Nearest() {}

  static Optional<String> to(String word, Collection<String> candidates) {
    int tolerated = Math.max(2, word.length() / 3);
    return candidates.stream()
        .filter(candidate -> distance(word, candidate) <= tolerated)
        .min(
            Comparator.comparingInt((String candidate) -> distance(word, candidate))
                .thenComparing(Comparator.naturalOrder()));
  }

  /** How many letters must be put in, taken out or changed (Levenshtein). */
  private static int distance(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      above[column] = column;
    }
    for (int row = 1; row <= from.length(); row++) {
      int[] current = new int[to.length() + 1];
      current[0] = row;
      for (int column = 1; column <= to.length(); column++) {
        int changed = from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1;
        current[column] =
            Math.min(above[column - 1] + changed, Math.min(above[column], current[column - 1]) + 1);
      }
      above = current;
    }
    return above[to.length()];
  }
}
