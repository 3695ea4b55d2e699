package io.tenure.store;

/**
 * How much memory a store may use outside of the heap.
 *
 * @param writeBufferBytes what is collected before it goes to disk, all column families together
 * @param cacheBytes of blocks that were read
 */
public record StoreTuning(long writeBufferBytes, long cacheBytes) {

  private static final long MEGABYTE = 1 << 20;

  public static final StoreTuning DEFAULT = new StoreTuning(32 * MEGABYTE, 32 * MEGABYTE);
}
