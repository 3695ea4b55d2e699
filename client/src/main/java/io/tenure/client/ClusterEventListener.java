package io.tenure.client;

/** Hears the events of the cluster, in order, on a thread of the stream's own. */
public interface ClusterEventListener {

  void event(ClusterEvent event);

  /** The stream broke, and is being opened again at the next node. */
  default void interrupted(String reason) {}

  /** The stream was refused and will not be opened again. */
  default void failed(TenureException refusal) {}
}
