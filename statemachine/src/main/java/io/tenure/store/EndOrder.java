package io.tenure.store;

import java.util.TreeMap;

/**
 * The ended claims by the sequence numbers of their ends, {@value #SIZE} to a record, for the day
 * on which they are forgotten. The record that is being filled is written again with each batch.
 */
final class EndOrder {

  static final int SIZE = 32;

  private final Database database;

  /** Full blocks that the database does not have yet. */
  private final TreeMap<Long, EndBlock> unwritten = new TreeMap<>();

  /** The block that is being filled; it has {@code ended % SIZE} ends. */
  private EndBlock last = new EndBlock();

  private long ended;
  private long written;

  /** The block that was read last: claims are forgotten one after the other. */
  private EndBlock read = new EndBlock();

  private long readNumber = -1;

  EndOrder(Database database, long ended) {
    this.database = database;
    this.ended = ended;
    written = ended;
    int size = (int) (ended % SIZE);
    if (size > 0) {
      last = readBlock(ended / SIZE, size);
    }
  }

  void add(long sequence, End end) {
    if (sequence != ended + 1) {
      throw new IllegalArgumentException("end " + sequence + " cannot follow " + ended);
    }
    last.add(end);
    ended = sequence;
    if (last.size() == SIZE) {
      unwritten.put(numberOf(sequence), last);
      last = new EndBlock();
    }
  }

  End get(long sequence) {
    return block(numberOf(sequence)).get((int) ((sequence - 1) % SIZE));
  }

  /** Forgets the blocks that are full and have no sequence number above {@code sequence}. */
  void dropThrough(long first, long sequence, RecordBatch batch) {
    for (long number = numberOf(first); (number + 1) * SIZE <= sequence; number++) {
      unwritten.remove(number);
      batch.delete(Family.ENDS, number);
    }
  }

  void writeChanges(RecordBatch batch) {
    unwritten.forEach((number, block) -> batch.put(Family.ENDS, number, block.bytes()));
    unwritten.clear();
    if (last.size() > 0 && ended != written) {
      batch.put(Family.ENDS, ended / SIZE, last.bytes());
    }
    written = ended;
  }

  private EndBlock block(long number) {
    if (number == ended / SIZE) {
      return last;
    }
    EndBlock block = unwritten.get(number);
    if (block != null) {
      return block;
    }
    if (number != readNumber) {
      read = readBlock(number, SIZE);
      readNumber = number;
    }
    return read;
  }

  private EndBlock readBlock(long number, int size) {
    EndBlock block =
        database
            .get(Family.ENDS, RecordKeys.of(number))
            .map(EndBlock::decode)
            .orElseThrow(() -> new StoreException("corrupt ends: no record " + number));
    if (block.size() != size) {
      throw new StoreException("corrupt ends: " + block.size() + " instead of " + size);
    }
    return block;
  }

  private static long numberOf(long sequence) {
    return (sequence - 1) / SIZE;
  }
}
