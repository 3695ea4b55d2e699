package io.tenure.kernel;

/**
 * Identifies a claim for ever; a later claim has a larger id, so ids sort claims first-come. Like a
 * {@link LeaseVersion} it jumps ahead with every epoch.
 */
public record ClaimId(long value) implements Comparable<ClaimId> {

  /** Smaller than the id of any claim. */
  public static final ClaimId NONE = new ClaimId(0);

  ClaimId next() {
    return new ClaimId(value + 1);
  }

  @Override
  public int compareTo(ClaimId other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return "c" + value;
  }
}
