package io.tenure.gateway.locket;

import io.tenure.gateway.Access;
import io.tenure.gateway.Problem;
import io.tenure.gateway.Shown;
import io.tenure.service.Caller;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Decides who may call what. Called by many threads, on event loops: it must not block. */
@FunctionalInterface
public interface LocketGuard {

  /** Lets everybody in. */
  LocketGuard OPEN = (shown, access, caller) -> CompletableFuture.completedFuture(Optional.empty());

  /** Why a caller may not do something; empty if it may. */
  CompletableFuture<Optional<Problem>> objection(Shown shown, Access access, Caller caller);
}
