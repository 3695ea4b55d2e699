package io.tenure.link;

import java.nio.ByteBuffer;

/**
 * What came of a call. One of the two is called, once, on the event loop of the peer, and never by
 * the call itself. Neither may block.
 */
public interface Reply {

  /**
   * The peer has answered.
   *
   * @param payload only valid until this returns
   */
  void answered(int method, ByteBuffer payload);

  void failed(CallFailedException failure);
}
