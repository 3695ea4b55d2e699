package io.tenure.jraft;

import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.store.StoreException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The archive as everybody on this node reads it. Whoever finds a record that is not what was
 * written stops the node: the next one to ask might be told something wrong.
 */
final class FailStopArchive implements Archive {

  private final Archive archive;
  private final FailStop failStop;

  FailStopArchive(Archive archive, FailStop failStop) {
    this.archive = archive;
    this.failStop = failStop;
  }

  @Override
  public Optional<Claim> ended(ClaimId id) {
    return guarded(() -> archive.ended(id));
  }

  @Override
  public List<Claim> tenures(ResourceKey resource, int limit) {
    return guarded(() -> archive.tenures(resource, limit));
  }

  @Override
  public Optional<Result> answer(RequestKey key) {
    return guarded(() -> archive.answer(key));
  }

  @Override
  public Optional<Result> answer(DeliveryId delivery, long entry) {
    return guarded(() -> archive.answer(delivery, entry));
  }

  @Override
  public Cursor scan(ClaimFilter filter, ClaimId after) {
    return new FailStopCursor(guarded(() -> archive.scan(filter, after)));
  }

  @Override
  public Cursor lastTenures(String prefix) {
    return new FailStopCursor(guarded(() -> archive.lastTenures(prefix)));
  }

  private <T> T guarded(Supplier<T> read) {
    try {
      return read.get();
    } catch (StoreException fault) {
      failStop.halt("the store cannot be read: " + fault.getMessage());
      throw fault;
    }
  }

  private final class FailStopCursor implements Cursor {

    private final Cursor cursor;

    FailStopCursor(Cursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public Optional<Claim> next() {
      return guarded(cursor::next);
    }

    @Override
    public void close() {
      cursor.close();
    }
  }
}
