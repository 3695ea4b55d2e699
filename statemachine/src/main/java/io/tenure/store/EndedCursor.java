package io.tenure.store;

import io.tenure.codec.ClaimCodec;
import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimId;
import java.util.List;
import java.util.Optional;

/** Fetches the claims that an index names, from one and the same state. */
final class EndedCursor implements Archive.Cursor {

  private final Walk claims;
  private final Candidates candidates;

  private EndedCursor(Walk claims, Candidates candidates) {
    this.claims = claims;
    this.candidates = candidates;
  }

  static EndedCursor open(Database database, ClaimFilter filter, ClaimId after) {
    long first = Math.max(0, after.value()) + 1;
    if (first < 0) {
      first = Long.MAX_VALUE;
    }
    boolean byResource = !filter.resources().isEmpty();
    List<Walk> walks = database.walks(byResource ? Family.RESOURCES : Family.ZONES, Family.CLAIMS);
    Candidates candidates =
        byResource
            ? new ResourceCandidates(walks.get(0), filter.resources(), first)
            : new ZoneCandidates(walks.get(0), filter, first);
    return new EndedCursor(walks.get(1), candidates);
  }

  @Override
  public Optional<Claim> next() {
    ClaimId id = candidates.next();
    if (id.equals(ClaimId.NONE)) {
      return Optional.empty();
    }
    claims.to(RecordKeys.of(id.value()));
    if (!claims.isThere() || RecordKeys.number(claims.key()) != id.value()) {
      throw new StoreException("corrupt index: no claim " + id);
    }
    return Optional.of(ClaimCodec.decode(claims.value()));
  }

  @Override
  public void close() {
    candidates.close();
    claims.close();
  }
}
