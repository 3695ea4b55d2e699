package io.tenure.cli;

import java.util.Iterator;
import java.util.List;

/** The states of a claim, for completion. */
final class ClaimStatuses implements Iterable<String> {

  @Override
  public Iterator<String> iterator() {
    return List.of("waiting", "active", "released", "expired", "aborted", "revoked", "withdrawn")
        .iterator();
  }
}
