package io.tenure.simulation;

import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.LeaseTable;
import io.tenure.store.StateStore;

/** What a node keeps: what was written is there at once, but only a flush saves it from a crash. */
interface SimStore extends StateStore, AutoCloseable {

  void flush();

  /** Forgets what was not flushed. */
  void crash();

  /** The table that was loaded last, which its user changes: for the checker to look at. */
  LeaseTable table();

  /** A copy of everything, for {@link #install} on a store of the same kind. */
  Object snapshot();

  /** Puts a snapshot in the place of everything, durably, unless it is of a later level. */
  void install(Object snapshot, KnownLevels known);

  @Override
  void close();
}
