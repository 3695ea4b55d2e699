package io.tenure.service;

/** How fresh a read must be. */
public enum Consistency {
  /** It sees every write that was answered before the read began, on any node. */
  LINEARIZABLE,
  /** It sees what this node has applied, however old that is. */
  LOCAL
}
