package io.tenure.replication;

import java.util.Optional;

/**
 * Who leads, as far as a member knows.
 *
 * @param leader the address of the leader; nothing if none is known
 * @param mine whether this member leads, and has applied all entries of older terms
 */
public record Standing(long term, Optional<String> leader, boolean mine) {

  public static final Standing UNKNOWN = new Standing(0, Optional.empty(), false);

  public static Standing leads(long term, String self) {
    return new Standing(term, Optional.of(self), true);
  }

  public static Standing follows(long term, String leader) {
    return new Standing(term, Optional.of(leader), false);
  }

  /** What remains when the leader is lost, or has stepped down. */
  public Standing withoutLeader() {
    return new Standing(term, Optional.empty(), false);
  }
}
