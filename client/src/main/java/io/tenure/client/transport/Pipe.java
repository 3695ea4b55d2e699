package io.tenure.client.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/** The bytes of a connection, plain or encrypted. Nothing blocks. */
interface Pipe {

  /** Goes on with opening; true once bytes can be sent. */
  boolean open() throws IOException;

  /** Puts what is there into the buffer; -1 at the end. */
  int read(ByteBuffer into) throws IOException;

  /** Takes the whole buffer; what cannot be sent now is kept until {@link #flush}. */
  void write(ByteBuffer from) throws IOException;

  /** Sends what was kept; true if nothing is left. */
  boolean flush() throws IOException;
}
