package io.tenure.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * The ids of the claims that wait for one resource, smallest first.
 *
 * <p>Ids only come in at the end and in growing order, but leave from anywhere, and everybody wants
 * to know how many are ahead. So they are kept in blocks of up to {@value #BLOCK}: to find, remove
 * or count takes one step per block and a binary search within one, also in a queue of 100,000.
 */
final class WaitQueue {

  private static final int BLOCK = 512;

  private final List<Block> blocks = new ArrayList<>(1);
  private int size;

  int size() {
    return size;
  }

  int blockCount() {
    return blocks.size();
  }

  boolean isEmpty() {
    return size == 0;
  }

  ClaimId first() {
    return new ClaimId(blocks.get(0).ids[blocks.get(0).from]);
  }

  void add(ClaimId id) {
    if (blocks.isEmpty() || !last().hasRoom()) {
      blocks.add(new Block(blocks.isEmpty() ? 4 : BLOCK));
    }
    last().add(id.value());
    size++;
  }

  void remove(ClaimId id) {
    int at = blockOf(id.value());
    Block block = blocks.get(at);
    block.remove(id.value());
    if (block.size() == 0) {
      blocks.remove(at);
    } else {
      mergeIfSmall(at);
    }
    mergeIfSmall(at - 1);
    size--;
  }

  /** Neighbours that hold little become one, so that those who stay keep no empty blocks alive. */
  private void mergeIfSmall(int at) {
    if (at >= 0
        && at + 1 < blocks.size()
        && blocks.get(at).size() + blocks.get(at + 1).size() <= BLOCK / 2) {
      blocks.get(at).append(blocks.remove(at + 1));
    }
  }

  /** How many wait, counted from the front, up to and including this one. */
  int positionOf(ClaimId id) {
    int at = blockOf(id.value());
    int ahead = 0;
    for (int i = 0; i < at; i++) {
      ahead += blocks.get(i).size();
    }
    return ahead + blocks.get(at).indexOf(id.value()) + 1;
  }

  /** Hands over the first ids, at most {@code limit}. */
  void forEach(int limit, LongConsumer consumer) {
    int left = limit;
    for (Block block : blocks) {
      for (int i = block.from; i < block.to && left > 0; i++, left--) {
        consumer.accept(block.ids[i]);
      }
    }
  }

  /** Hands over the first ids above this one, at most {@code limit}. */
  void forEachAfter(long id, int limit, LongConsumer consumer) {
    int left = limit;
    for (int at = isEmpty() ? 0 : blockOf(id); at < blocks.size() && left > 0; at++) {
      Block block = blocks.get(at);
      for (int i = block.firstAbove(id); i < block.to && left > 0; i++, left--) {
        consumer.accept(block.ids[i]);
      }
    }
  }

  private Block last() {
    return blocks.get(blocks.size() - 1);
  }

  private int blockOf(long id) {
    int low = 0;
    int high = blocks.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (blocks.get(middle).largest() < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (blocks.isEmpty()) {
      throw new IllegalStateException("c" + id + " does not wait");
    }
    return low;
  }

  /** Invariant: {@code 0 <= from <= to <= ids.length}, and ids[from..to) is in growing order. */
  private static final class Block {
    private long[] ids;
    private int from;
    private int to;

    Block(int capacity) {
      ids = new long[capacity];
    }

    int size() {
      return to - from;
    }

    long largest() {
      return ids[to - 1];
    }

    boolean hasRoom() {
      return to < BLOCK;
    }

    void add(long id) {
      if (to > from && ids[to - 1] >= id) {
        throw new IllegalStateException("c" + id + " came too late");
      }
      if (to == ids.length) {
        ids = Arrays.copyOf(ids, Math.min(BLOCK, 2 * ids.length));
      }
      ids[to++] = id;
    }

    /** Takes over the ids of the block behind; both have at most half a block in all. */
    void append(Block next) {
      long[] merged = new long[BLOCK];
      System.arraycopy(ids, from, merged, 0, size());
      System.arraycopy(next.ids, next.from, merged, size(), next.size());
      to = size() + next.size();
      from = 0;
      ids = merged;
    }

    int indexOf(long id) {
      int at = Arrays.binarySearch(ids, from, to, id);
      if (at < 0) {
        throw new IllegalStateException("c" + id + " does not wait");
      }
      return at - from;
    }

    /** The place of the first id above this one. */
    int firstAbove(long id) {
      int at = Arrays.binarySearch(ids, from, to, id);
      return at < 0 ? -at - 1 : at + 1;
    }

    void remove(long id) {
      int at = from + indexOf(id);
      if (at == from) {
        from++;
      } else {
        System.arraycopy(ids, at + 1, ids, at, to - at - 1);
        to--;
      }
    }
  }
}
