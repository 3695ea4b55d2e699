package io.tenure.jraft.log.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * One file of the log, and where its records begin. One thread appends, any thread reads.
 *
 * <p>The file is longer than what was written by up to a few hundred kilobytes of zeros: to sync a
 * file whose length does not change is cheaper by a third.
 */
final class Segment {

  private static final String DRAFT = ".new";

  private final SegmentHeader header;
  private final LogFile file;
  private int[] offsets = new int[64];
  private int count;
  private int end = SegmentHeader.SIZE;
  private long length;
  private volatile boolean deleted;

  Segment(SegmentHeader header, LogFile file) throws IOException {
    this.header = header;
    this.file = file;
    this.length = file.size();
  }

  /** Makes a segment without records; when this returns it will be found after a crash. */
  static Segment create(LogDirectory directory, SegmentHeader header, int zeros)
      throws IOException {
    String draft = header.fileName() + DRAFT;
    LogFile file = directory.create(draft);
    ByteBuffer bytes = ByteBuffer.allocate(SegmentHeader.SIZE + zeros);
    header.put(bytes);
    file.write(bytes.rewind(), 0);
    file.force();
    directory.rename(draft, header.fileName());
    directory.sync();
    return new Segment(header, file);
  }

  SegmentHeader header() {
    return header;
  }

  long base() {
    return header.base();
  }

  /** The index of the last record; one less than the base if there is none. */
  synchronized long last() {
    return header.base() + count - 1;
  }

  synchronized int bytes() {
    return end;
  }

  /** When this returns the batch will be found after a crash. */
  void append(List<? extends Entry> batch, BatchBuffer buffer, int zeros) throws IOException {
    ByteBuffer bytes = buffer.records(batch, header.salt());
    int begin = bytes();
    if (begin + bytes.remaining() > length) {
      bytes = buffer.withZeros(zeros);
      length = (long) begin + bytes.remaining();
    }
    file.write(bytes, begin);
    file.force();
    addAll(batch);
  }

  private synchronized void addAll(List<? extends Entry> batch) {
    for (Entry entry : batch) {
      add(RecordFormat.size(entry.length()));
    }
  }

  /** Takes note of the next record, which is in the file. */
  synchronized void add(int size) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
    }
    offsets[count] = end;
    count++;
    end += size;
  }

  /** A record, unless it is not in this segment. */
  Optional<StoredRecord> read(long index) throws IOException {
    int offset;
    ByteBuffer bytes;
    synchronized (this) {
      if (index < base() || index > last()) {
        return Optional.empty();
      }
      offset = offset(index);
      bytes = ByteBuffer.allocate((index == last() ? end : offset(index + 1)) - offset);
    }
    file.read(bytes, offset);
    if (!RecordFormat.isRecord(bytes, 0, header.salt()) || RecordFormat.index(bytes, 0) != index) {
      throw new DamagedLogException("record " + index + " in " + this + " is damaged");
    }
    return Optional.of(RecordFormat.get(bytes, 0));
  }

  private int offset(long index) {
    return offsets[(int) (index - header.base())];
  }

  /**
   * Writes the last batch once more, and syncs it. A crash may have come before its sync, and after
   * a sync that failed the system takes bytes for written that are only in its memory.
   *
   * @param content what is in the file
   * @param batch the index of the first record of the last batch
   */
  synchronized void writeAgain(ByteBuffer content, long batch) throws IOException {
    if (count > 0) {
      int begin = offset(Math.max(batch, base()));
      file.write(content.duplicate().limit(end).position(begin), begin);
    }
    file.force();
  }

  /** Nobody can read it from now on, also after a crash. */
  void delete(LogDirectory directory) throws IOException {
    deleted = true;
    file.close();
    directory.delete(header.fileName());
    directory.sync();
  }

  boolean isDeleted() {
    return deleted;
  }

  void close() throws IOException {
    file.close();
  }

  @Override
  public String toString() {
    return header.fileName();
  }
}
