package io.tenure.client.transport;

import java.nio.ByteBuffer;

/** One request on its way to one node, and where its response goes. On the reactor's thread. */
interface NodeExchange extends ResponseParser.Sink {

  /** The request as bytes, from the beginning. */
  ByteBuffer bytes();

  /** How long the response may take once the request is sent. */
  long patienceNanos();

  /** Whether {@link #patienceNanos} is the longest silence, rather than the longest time. */
  boolean isStream();

  /** Whether it may take one of the few connections that all share, or gets one of its own. */
  boolean isShort();

  /** Nobody waits for it any more. */
  boolean isAbandoned();

  void complete();

  void fail(String reason);

  /** No connection came about, so nothing was sent. */
  default void refused(String reason) {
    fail(reason);
  }
}
