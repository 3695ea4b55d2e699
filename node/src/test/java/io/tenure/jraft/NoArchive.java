package io.tenure.jraft;

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

/** An archive in which nothing is. */
final class NoArchive implements Archive {

  @Override
  public Optional<Claim> ended(ClaimId id) {
    return Optional.empty();
  }

  @Override
  public List<Claim> tenures(ResourceKey resource, int limit) {
    return List.of();
  }

  @Override
  public Optional<Result> answer(RequestKey key) {
    return Optional.empty();
  }

  @Override
  public Optional<Result> answer(DeliveryId delivery, long entry) {
    return Optional.empty();
  }

  @Override
  public Cursor lastTenures(String prefix) {
    throw new UnsupportedOperationException("nothing to walk over");
  }

  @Override
  public Cursor scan(ClaimFilter filter, ClaimId after) {
    throw new UnsupportedOperationException("nothing to scan");
  }
}
