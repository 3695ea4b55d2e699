package io.tenure.store;

import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** A walk over the records of one family, in the order of their keys. Not thread-safe. */
final class Walk implements AutoCloseable {

  private final Family family;
  private final RocksIterator iterator;

  Walk(Family family, RocksIterator iterator) {
    this.family = family;
    this.iterator = iterator;
  }

  void toFirst() {
    iterator.seekToFirst();
  }

  /** Goes to the first record with this key or a later one. */
  void to(byte[] key) {
    iterator.seek(key);
  }

  /** Goes to the last record with this key or an earlier one. */
  void toLastBefore(byte[] key) {
    iterator.seekForPrev(key);
  }

  void forth() {
    iterator.next();
  }

  void back() {
    iterator.prev();
  }

  /** Whether it stands on a record. Damaged records throw, they do not look like the end. */
  boolean isThere() {
    if (iterator.isValid()) {
      return true;
    }
    try {
      iterator.status();
      return false;
    } catch (RocksDBException e) {
      throw new StoreException("corrupt " + family, e);
    }
  }

  byte[] key() {
    return iterator.key();
  }

  byte[] value() {
    return iterator.value();
  }

  @Override
  public void close() {
    iterator.close();
  }
}
