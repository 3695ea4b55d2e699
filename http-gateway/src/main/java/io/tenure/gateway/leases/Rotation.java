package io.tenure.gateway.leases;

/**
 * Whether this node wants to be called by clients that a load balancer sends. It decides nothing
 * but what the health check says: whoever calls the node all the same is served. Thread-safe.
 */
public interface Rotation {

  boolean isIn();

  void takeOut();

  void putIn();
}
