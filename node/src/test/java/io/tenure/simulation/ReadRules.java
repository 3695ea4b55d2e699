package io.tenure.simulation;

/** What is promised to whoever reads: at least all that anybody had heard of before it asked. */
final class ReadRules {

  private long heardOf;
  private long answered;

  /** The last entry that anybody has heard of. */
  long heardOf() {
    return heardOf;
  }

  /** How many reads got an answer. */
  long answered() {
    return answered;
  }

  /** Somebody hears what an entry led to. */
  void acknowledged(long entry) {
    heardOf = Math.max(heardOf, entry);
  }

  /**
   * A read ends.
   *
   * @param shown the last entry in the state that it was shown
   * @param heardBefore the last entry that anybody had heard of when it was asked
   */
  void answered(long shown, long heardBefore) {
    answered++;
    if (shown < heardBefore) {
      throw new AssertionError(
          "a read shows the state of entry %d, but was asked after somebody heard of entry %d"
              .formatted(shown, heardBefore));
    }
    acknowledged(shown);
  }
}
