package io.tenure.replication;

import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import java.util.List;
import java.util.Optional;

/**
 * Stands for the archive where no disk may be read: on the thread that applies the log, and on
 * event loops. Whoever asks it anything has to ask again elsewhere.
 */
public final class InMemory implements Archive {

  private static final ArchiveNeededException NEEDED = new ArchiveNeededException();

  @Override
  public Optional<Claim> ended(ClaimId id) {
    throw NEEDED;
  }

  @Override
  public List<Claim> tenures(ResourceKey resource, int limit) {
    throw NEEDED;
  }

  @Override
  public Cursor lastTenures(String prefix) {
    throw NEEDED;
  }

  @Override
  public Optional<Result> answer(RequestKey key) {
    throw NEEDED;
  }

  @Override
  public Optional<Result> answer(DeliveryId delivery, long entry) {
    throw NEEDED;
  }

  @Override
  public Cursor scan(ClaimFilter filter, ClaimId after) {
    throw NEEDED;
  }
}
