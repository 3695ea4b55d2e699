package io.tenure.chaos.history;

import java.util.Set;

/**
 * A fault that really happened, by the harness's clock.
 *
 * @param fault its name
 * @param target what it was done to, for people
 * @param detail anything more, for people
 * @param cutOff nodes that ran and could be reached by clients, but could not reach a majority
 * @param quorum whether a majority of the nodes ran and could reach each other all the while, so
 *     that clients of those nodes must have been served; false if that is not known
 * @param unnoticed whether it was nothing that a client may notice, so that all must have been
 *     served
 */
public record FaultSpan(
    String fault,
    String target,
    long beginNanos,
    long endNanos,
    String detail,
    Set<String> cutOff,
    boolean quorum,
    boolean unnoticed) {

  public FaultSpan {
    cutOff = Set.copyOf(cutOff);
  }

  /** A fault of which nothing is expected: neither that the cluster serves nor that it refuses. */
  public FaultSpan(String fault, String target, long beginNanos, long endNanos, String detail) {
    this(fault, target, beginNanos, endNanos, detail, Set.of(), false, false);
  }
}
