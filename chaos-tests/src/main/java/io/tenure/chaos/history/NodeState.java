package io.tenure.chaos.history;

/**
 * What a node said of its state at the end.
 *
 * @param appliedIndex the last log entry that it had applied
 * @param digest of its state; empty if the node did not answer
 */
public record NodeState(String node, long appliedIndex, String digest) {

  public boolean answered() {
    return !digest.isEmpty();
  }
}
