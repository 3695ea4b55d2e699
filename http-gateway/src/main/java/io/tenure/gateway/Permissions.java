package io.tenure.gateway;

import io.tenure.service.Caller;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Decides who may do what. Called by many threads, on event loops: it must not block. */
@FunctionalInterface
public interface Permissions {

  /** Why a principal may not do what it asks for; empty if it may. */
  CompletableFuture<Optional<Problem>> objection(Principal principal, Access access, Caller caller);
}
