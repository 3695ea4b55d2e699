package io.tenure.bench.load;

import java.util.Locale;

/** What the clients do. */
public enum LoadKind {
  /** Acquire and release of a resource of one's own. */
  PAIRS,
  /** The same, in the way that the system offers as its other idiom (information only). */
  PAIRS_VARIANT,
  /** Renewal of one held lease. */
  RENEWALS,
  /** Linearizable read of one held lease. */
  READS,
  /** Reads that may be stale (information only). */
  READS_LOCAL,
  /** Many waiters for one resource; each releases as soon as it holds. */
  HANDOFF,
  /** Acquire of ever new resources, never released. */
  HOLD;

  public static LoadKind of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
