package io.tenure.gateway.locket;

import io.tenure.gateway.Authenticator.Verdict;
import java.util.Optional;

/**
 * Decides who may lock and release. Called by many threads, on event loops: it must answer at once.
 */
@FunctionalInterface
public interface LocketGuard {

  /** Lets everybody in. */
  LocketGuard OPEN = authorization -> Verdict.ALLOWED;

  /**
   * Judges a call.
   *
   * @param authorization the metadata of this name, such as {@code Bearer ...}
   */
  Verdict judge(Optional<String> authorization);
}
