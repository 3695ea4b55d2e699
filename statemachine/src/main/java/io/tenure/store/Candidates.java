package io.tenure.store;

import io.tenure.kernel.ClaimId;

/** The ids of ended claims that an index names, in their order. */
interface Candidates extends AutoCloseable {

  /** The next id; {@link ClaimId#NONE} after the last one. */
  ClaimId next();

  @Override
  void close();
}
