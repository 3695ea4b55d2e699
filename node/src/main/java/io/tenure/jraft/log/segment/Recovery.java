package io.tenure.jraft.log.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds the log in its files after a start, and reads all of it once.
 *
 * <p>What may be wrong without anything being damaged: files that were being made, segments that
 * younger ones have made void, and in the youngest segment the batch that was being written. Of
 * that batch any part may be missing, also in the middle, and any part may be there. It was written
 * only after the batch before it was synced. So a record that cannot be read and that is followed
 * by one of a later batch was synced, and is damaged; so is one that an older segment should have.
 */
final class Recovery {

  private final LogDirectory directory;
  private final Consumer<StoredRecord> visitor;
  private ByteBuffer content = ByteBuffer.allocate(0);
  private boolean torn;

  Recovery(LogDirectory directory, Consumer<StoredRecord> visitor) {
    this.directory = directory;
    this.visitor = visitor;
  }

  /** All segments that count, the oldest first; at least one. */
  List<Segment> segments() throws IOException {
    List<SegmentHeader> headers = withoutVoid(headers());
    if (headers.isEmpty()) {
      throw new DamagedLogException("there is no segment of the log in " + directory);
    }
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < headers.size() - 1; i++) {
      segments.add(older(headers.get(i), headers.get(i + 1).base() - 1));
    }
    segments.add(youngest(headers.get(headers.size() - 1)));
    return segments;
  }

  /** Whether behind the last record of the youngest segment are bytes of others. */
  boolean isTorn() {
    return torn;
  }

  private List<SegmentHeader> headers() throws IOException {
    List<SegmentHeader> headers = new ArrayList<>();
    for (String name : directory.names()) {
      if (SegmentHeader.isFileName(name)) {
        headers.add(header(name));
      } else if (SegmentHeader.isOurs(name)) {
        directory.delete(name); // was being made
      }
    }
    headers.sort(Comparator.comparingInt(SegmentHeader::number));
    directory.sync(); // what was renamed last makes others void
    return headers;
  }

  private SegmentHeader header(String name) throws IOException {
    try (LogFile file = directory.open(name)) {
      ByteBuffer bytes = ByteBuffer.allocate(SegmentHeader.SIZE);
      if (file.size() >= SegmentHeader.SIZE) {
        file.read(bytes, 0);
      }
      return SegmentHeader.get(bytes)
          .filter(header -> header.fileName().equals(name))
          .orElseThrow(() -> new DamagedLogException("the header of " + in(name) + " is damaged"));
    }
  }

  private List<SegmentHeader> withoutVoid(List<SegmentHeader> all) throws IOException {
    Deque<SegmentHeader> left = new ArrayDeque<>();
    for (int i = all.size() - 1; i >= 0; i--) {
      SegmentHeader header = all.get(i);
      SegmentHeader younger = left.peekFirst();
      if (younger == null || (header.base() < younger.base() && !younger.startsLog())) {
        left.addFirst(header);
      } else {
        directory.delete(header.fileName());
      }
    }
    directory.sync();
    return List.copyOf(left);
  }

  private Segment older(SegmentHeader header, long last) throws IOException {
    Segment segment = open(header);
    walk(segment, last);
    if (segment.last() < last) {
      throw damaged(segment);
    }
    return segment;
  }

  private Segment youngest(SegmentHeader header) throws IOException {
    Segment segment = open(header);
    long batch = walk(segment, Long.MAX_VALUE);
    requireNothingLater(segment);
    segment.writeAgain(content, batch);
    return segment;
  }

  private Segment open(SegmentHeader header) throws IOException {
    LogFile file = directory.open(header.fileName());
    int size = Math.toIntExact(file.size());
    if (content.capacity() < size) {
      content = ByteBuffer.allocate(size);
    }
    file.read(content.clear().limit(size), 0);
    return new Segment(header, file);
  }

  /** Takes records up to the last, or to one that cannot be read; returns the batch of the last. */
  private long walk(Segment segment, long last) throws IOException {
    int salt = segment.header().salt();
    long batch = segment.base();
    while (segment.last() < last && RecordFormat.isRecord(content, segment.bytes(), salt)) {
      int offset = segment.bytes();
      if (RecordFormat.index(content, offset) != segment.last() + 1) {
        throw damaged(segment);
      }
      visitor.accept(RecordFormat.get(content, offset));
      batch = RecordFormat.batch(content, offset);
      segment.add(RecordFormat.sizeAt(content, offset));
    }
    return batch;
  }

  private void requireNothingLater(Segment segment) throws DamagedLogException {
    int salt = segment.header().salt();
    int last = content.limit() - RecordFormat.ALIGNMENT;
    for (int at = segment.bytes(); at <= last; at += RecordFormat.ALIGNMENT) {
      if (content.getLong(at) != 0) {
        torn = true;
        if (RecordFormat.isRecord(content, at, salt)
            && RecordFormat.batch(content, at) > segment.last() + 1) {
          throw damaged(segment);
        }
      }
    }
  }

  private DamagedLogException damaged(Segment segment) {
    return new DamagedLogException(
        "record "
            + (segment.last() + 1)
            + " in "
            + in(segment.toString())
            + " (at byte "
            + segment.bytes()
            + ") is damaged, and later records are there, so the disk has lost or changed what was"
            + " synced. Bring the file back from a copy, or leave the node out: the others go on"
            + " without it");
  }

  private String in(String name) {
    return directory + "/" + name;
  }
}
