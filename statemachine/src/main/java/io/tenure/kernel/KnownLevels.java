package io.tenure.kernel;

/**
 * The levels that a node knows, from {@link Level#FIRST} to its newest. It reports that one to the
 * others, raises no cluster above it, and refuses state and log entries of later ones, since it
 * would misread them. Usually these are all that its version knows; a node that is told to stay on
 * an older level behaves as the older version did.
 */
public record KnownLevels(int newest) {

  public static final KnownLevels ALL = new KnownLevels(Level.NEWEST);

  public KnownLevels {
    if (newest < Level.FIRST || newest > Level.NEWEST) {
      throw new IllegalArgumentException(
          "this version knows the levels %d to %d, not %d"
              .formatted(Level.FIRST, Level.NEWEST, newest));
    }
  }

  /** Fails if something is of a level that is not known here. */
  public void require(int level) {
    if (level > newest) {
      throw new NewerLevelException(level, newest);
    }
  }

  /** What this node can agree upon with another, which may know less or more. */
  public KnownLevels commonWith(int othersNewest) {
    return newest <= othersNewest ? this : new KnownLevels(othersNewest);
  }
}
