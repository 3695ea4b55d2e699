package io.tenure.link;

import org.jspecify.annotations.Nullable;

/** A connection that another node opened, after both sides have greeted. Thread-safe. */
public interface Session {

  /** The id of the node at the other end. */
  String node();

  /** The address under which the cluster knows the node at the other end. */
  String address();

  /** What the service keeps for this connection. */
  @Nullable Object attachment();

  void attach(Object attachment);

  void close();
}
