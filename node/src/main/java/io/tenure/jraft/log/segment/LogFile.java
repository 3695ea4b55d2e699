package io.tenure.jraft.log.segment;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A file of a log. What was written is there after a crash only if {@link #force} has returned
 * since. Any thread may read, one writes.
 */
public interface LogFile extends AutoCloseable {

  long size() throws IOException;

  /** Fills the buffer from the position on; fails if the file ends before. */
  void read(ByteBuffer target, long position) throws IOException;

  /** Writes all that remains in the buffer. */
  void write(ByteBuffer bytes, long position) throws IOException;

  void force() throws IOException;

  @Override
  void close() throws IOException;
}
