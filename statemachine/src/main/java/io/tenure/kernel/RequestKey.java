package io.tenure.kernel;

/**
 * Tells a repeated request from a new one.
 *
 * @param high with {@code low}, a digest of the key that the client chose
 * @param fingerprint a digest of the request itself, so that a key used for another one is noticed
 */
public record RequestKey(long high, long low, long fingerprint) {

  /** The key without the request: what the memo looks up. */
  public record Name(long high, long low) implements Comparable<Name> {
    @Override
    public int compareTo(Name other) {
      int byHigh = Long.compare(high, other.high);
      return byHigh != 0 ? byHigh : Long.compare(low, other.low);
    }
  }

  public Name name() {
    return new Name(high, low);
  }
}
