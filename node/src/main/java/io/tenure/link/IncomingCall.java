package io.tenure.link;

import java.nio.ByteBuffer;

/** A request of another node. */
public interface IncomingCall {

  /** Who asks. */
  Session session();

  int method();

  /** Only valid until {@link LinkService#handle} returns. */
  ByteBuffer payload();

  /** Sends the answer; to be called once, from any thread. It is dropped if the peer is gone. */
  void answer(int method, Payload payload);
}
