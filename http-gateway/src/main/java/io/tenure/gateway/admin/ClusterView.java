package io.tenure.gateway.admin;

import io.tenure.service.Caller;
import java.util.concurrent.CompletionStage;

/** The cluster as this node sees it. */
@FunctionalInterface
public interface ClusterView {

  /**
   * Asks the members how they are. The stage completes by the caller's deadline even when members
   * do not answer; they are then shown as unreachable.
   */
  CompletionStage<ClusterStatus> status(Caller caller);
}
