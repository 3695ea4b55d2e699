package io.tenure.node.identity;

import java.util.Optional;

/** Whether the node at a member's address is that member, and of the same history. */
public final class PeerCheck {

  private PeerCheck() {}

  /**
   * Why a node must have nothing to do with another, if so.
   *
   * @param own the node that asked
   * @param asked the member whose address it asked
   * @param said the answer
   */
  public static Optional<String> objection(Identity own, Founder asked, Identity said) {
    return objectionToAnswer(own, asked, said).map(why -> asked + " " + why);
  }

  private static Optional<String> objectionToAnswer(Identity own, Founder asked, Identity said) {
    if (!said.node().equals(asked.id())) {
      return Optional.of(
          "answers as node "
              + said.node()
              + " of cluster "
              + said.cluster()
              + ": two nodes have one address, or their addresses are mixed up");
    }
    if (!said.cluster().equals(own.cluster())) {
      return Optional.of("belongs to cluster " + said.cluster() + ", not to " + own.cluster());
    }
    if (!said.members().equals(own.members())) {
      return Optional.of(
          "was bootstrapped with the members "
              + said.members()
              + ", and this node with "
              + own.members()
              + ": all nodes of a cluster must begin with the same members");
    }
    if (!said.raftAddress().equals(asked.raftAddress())) {
      return Optional.of("says that its address is " + said.raftAddress());
    }
    return objectionToOrigin(own, said).or(() -> objectionToHistory(own, said));
  }

  /**
   * Members that begin with different data would take each other's for what a quorum has stored.
   */
  private static Optional<String> objectionToOrigin(Identity own, Identity said) {
    if (said.origin().equals(own.origin())) {
      return Optional.empty();
    }
    return Optional.of(
        "began "
            + beginning(said)
            + ", and this node "
            + beginning(own)
            + ": all nodes of a cluster must be restored from one backup, with one epoch");
  }

  private static String beginning(Identity identity) {
    return identity.origin().map(from -> "with the backup " + from).orElse("without a backup");
  }

  private static Optional<String> objectionToHistory(Identity own, Identity said) {
    if (own.isFounded() && said.isFounded()) {
      return own.clusterId().equals(said.clusterId()) ? Optional.empty() : otherId(own, said);
    }
    if (said.isFounded()) {
      boolean foundedWithThisNode = sameNonce(said, own) && isGenuine(said);
      return foundedWithThisNode ? Optional.empty() : newcomer(own, said);
    }
    return !own.isFounded() || sameNonce(own, said) ? Optional.empty() : startedOver(own);
  }

  /** Whether the node that was there at the founding is the one that is there now. */
  private static boolean sameNonce(Identity founded, Identity pending) {
    Optional<String> nonce = pending.nonceOf(pending.node());
    return nonce.isPresent() && nonce.equals(founded.nonceOf(pending.node()));
  }

  private static boolean isGenuine(Identity founded) {
    return ClusterId.agreed(founded).equals(founded.clusterId());
  }

  private static Optional<String> otherId(Identity own, Identity said) {
    return Optional.of(
        "belongs to another cluster of the same name: its id is "
            + said.clusterId().orElseThrow()
            + ", and this node's is "
            + own.clusterId().orElseThrow()
            + ". They have different histories and never join");
  }

  private static Optional<String> newcomer(Identity own, Identity said) {
    return Optional.of(
        "belongs to a cluster that exists already, with the id "
            + said.clusterId().orElseThrow()
            + ", and the data directory of this node is new. If "
            + own.node()
            + " was a member of it, its data is gone, and it must not come back under its old"
            + " name: it has forgotten its votes, and acknowledged writes could be lost. Bring its"
            + " data back, or leave it out: the others go on without it");
  }

  private static Optional<String> startedOver(Identity own) {
    return Optional.of(
        "has a new data directory, which is not the one with which this node's cluster "
            + own.clusterId().orElseThrow()
            + " was founded: it has forgotten its votes and is not let in. Bring its data back, or"
            + " leave it out: the others go on without it");
  }
}
