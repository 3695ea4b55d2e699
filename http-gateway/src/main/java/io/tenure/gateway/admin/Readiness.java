package io.tenure.gateway.admin;

import java.util.Optional;

/** Whether this node can serve requests. Asked often, by many threads, and must not wait. */
@FunctionalInterface
public interface Readiness {

  /** Why the node cannot serve, for a person to read; empty if it can. */
  Optional<String> notReadyBecause();
}
