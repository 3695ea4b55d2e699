package io.tenure.gateway.admin;

import io.tenure.gateway.BodyStream;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import java.util.concurrent.CompletionStage;

/** Makes copies of all that the cluster keeps. */
public interface Backups {

  /**
   * Makes a backup of this node's state, which is sent while it is read.
   *
   * @param consistency whether the node first makes sure that it has all that was acknowledged
   * @return fails with an {@link io.tenure.service.UnavailableException} if it cannot do so, or if
   *     another backup is under way here
   */
  CompletionStage<BodyStream> begin(Consistency consistency, Caller caller);
}
