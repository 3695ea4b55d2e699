package io.tenure.node.identity;

import java.util.Optional;

/**
 * One of the nodes with which a cluster began.
 *
 * @param nonce made at random when its data directory was bootstrapped, so that a directory that
 *     was lost and made again is not taken for the first one; absent until it is known, and in a
 *     cluster that version 0.1.0 founded
 */
public record Founder(String id, String raftAddress, Optional<String> nonce) {

  public static Founder of(String id, String raftAddress) {
    return new Founder(id, raftAddress, Optional.empty());
  }

  Founder withNonce(String known) {
    return new Founder(id, raftAddress, Optional.of(known));
  }

  @Override
  public String toString() {
    return id + " (" + raftAddress + ")";
  }
}
