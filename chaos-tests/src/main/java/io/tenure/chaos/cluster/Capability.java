package io.tenure.chaos.cluster;

import java.util.Locale;
import java.util.Optional;

/** What a machine must be able to do for a kind of hosts or of faults. */
public enum Capability {
  ROOT,
  NETNS,
  /** Rules for packets: partitions, lost packets. */
  NFT,
  /** Late, reordered and dripping packets. */
  DELAY,
  /** A file system of its own for every node. */
  DISK,
  /** Libraries that lie to a node about time and disk: needs a C compiler. */
  SHIMS,
  /** A limit of memory that can be changed while the node runs. */
  MEMORY,
  DOCKER,
  /** TLS between nodes. Every machine has it, but not every cluster. */
  TLS;

  /** Why this machine does not have it; empty if it does. Asked once, then remembered. */
  public Optional<String> missing() {
    return MachineCheck.missing(this);
  }

  /** The name that {@code -Dchaos.required=} knows. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
