package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.Result;
import java.util.List;
import java.util.Optional;

/**
 * What a replica keeps: what was written is there at once, but only a flush saves it from a crash.
 */
interface SimStore extends AutoCloseable {

  void write(long index, List<Event> events, LeaseTable.TableHead head, long digest);

  void flush();

  /** Forgets what was not flushed. */
  void crash();

  long appliedIndex();

  LeaseTable load();

  Optional<Claim> ended(ClaimId id);

  Optional<Result> answer(RequestKey key);

  Optional<Result> answer(DeliveryId delivery, long entry);

  /** A copy of everything, for {@link #install} on a store of the same kind. */
  Object snapshot();

  /** Puts a snapshot in the place of everything, durably. */
  void install(Object snapshot);

  @Override
  void close();
}
