package io.tenure.jraft.log.segment;

import java.nio.ByteBuffer;
import java.util.List;

/** Where the bytes of a batch are put together, again and again, so that one call writes them. */
final class BatchBuffer {

  private static final int SMALLEST = 64 * 1024;

  private ByteBuffer buffer = ByteBuffer.allocateDirect(SMALLEST);

  /** The records of a batch for a segment, ready to be written. */
  ByteBuffer records(List<? extends Entry> batch, int salt) {
    int size = 0;
    for (Entry entry : batch) {
      size = Math.addExact(size, RecordFormat.size(entry.length()));
    }
    buffer.clear();
    makeRoom(size);
    for (int i = 0; i < batch.size(); i++) {
      RecordFormat.put(buffer, batch.get(i), salt, i);
    }
    return buffer.flip();
  }

  /** What was put together last, with zeros behind. */
  ByteBuffer withZeros(int count) {
    buffer.position(buffer.limit());
    buffer.limit(buffer.capacity());
    makeRoom(count);
    for (int i = 0; i < count; i += Long.BYTES) {
      buffer.putLong(0);
    }
    return buffer.flip();
  }

  private void makeRoom(int count) {
    if (buffer.remaining() < count) {
      int needed = Math.addExact(buffer.position(), count);
      ByteBuffer larger = ByteBuffer.allocateDirect(Math.max(needed, 2 * buffer.capacity()));
      buffer = larger.put(buffer.flip());
    }
  }
}
