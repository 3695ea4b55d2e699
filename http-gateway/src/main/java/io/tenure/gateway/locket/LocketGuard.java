package io.tenure.gateway.locket;

import io.tenure.gateway.Problem;
import io.tenure.gateway.Shown;
import java.util.Optional;

/**
 * Decides who may lock and release. Called by many threads, on event loops: it must answer at once.
 */
@FunctionalInterface
public interface LocketGuard {

  /** Lets everybody in. */
  LocketGuard OPEN = shown -> Optional.empty();

  /** Why a caller may not; empty if it may. */
  Optional<Problem> objection(Shown shown);
}
