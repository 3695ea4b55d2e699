package io.tenure.kernel;

import java.util.List;
import java.util.Optional;

/**
 * The replicated state that a table does not hold: ended claims and remembered answers. It is as
 * old as the table is, and safe to read from any thread.
 */
public interface Archive {

  Optional<Claim> ended(ClaimId id);

  /** The last claims that held the resource and have ended, newest first. */
  List<Claim> tenures(ResourceKey resource, int limit);

  /**
   * Walks the resources whose names start with a prefix and that somebody held: the last claim of
   * each that did and has ended, in no order, as they are now.
   */
  Cursor lastTenures(String prefix);

  /** The first answer to the request of this key; none if the key names another one by now. */
  Optional<Result> answer(RequestKey key);

  /** What a log entry answered to this delivery. */
  Optional<Result> answer(DeliveryId delivery, long entry);

  /**
   * Walks the ended claims with an id above {@code after}, by id, as they are now: later changes do
   * not show. It uses an index for the filter's resources, statuses or times of creation; the
   * caller still has to match each claim.
   */
  Cursor scan(ClaimFilter filter, ClaimId after);

  /** A walk over ended claims; to be closed. Not thread-safe, but free to change threads. */
  interface Cursor extends AutoCloseable {

    Optional<Claim> next();

    @Override
    void close();
  }
}
