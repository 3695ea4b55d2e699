package io.tenure.store;

import io.tenure.kernel.Archive;
import io.tenure.kernel.Event;
import io.tenure.kernel.LeaseTable;
import java.util.List;

/** What a replica writes its state to, and reads it back from. */
public interface StateStore extends Archive {

  /** The last log entry whose changes are here; 0 for none. */
  long appliedIndex();

  /** The term of that entry; 0 if it is not known. */
  long appliedTerm();

  /** Makes the table anew from what is stored. */
  LeaseTable load();

  /**
   * Writes what the entries up to an index led to, all of it or nothing.
   *
   * @param head of the table after them
   * @param digest of the table after them
   */
  void write(long index, long term, List<Event> events, LeaseTable.TableHead head, long digest);
}
