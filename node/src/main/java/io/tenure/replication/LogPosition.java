package io.tenure.replication;

/**
 * A place in the log of one history.
 *
 * @param term of the entry at this index; 0 if it is not known, as in a state of version 0.1.0
 */
public record LogPosition(long index, long term) {

  /** Whether both can be of one history: an index has one term, and terms never go back. */
  public boolean agreesWith(LogPosition other) {
    if (term == 0 || other.term == 0 || index == 0 || other.index == 0) {
      return true;
    }
    int order = Long.compare(index, other.index);
    int terms = Long.compare(term, other.term);
    return terms == 0 || order == terms;
  }

  @Override
  public String toString() {
    return "entry " + index + " of term " + term;
  }
}
