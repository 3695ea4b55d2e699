package io.tenure.gateway.leases;

import java.time.Duration;

/**
 * What an operator may set.
 *
 * @param defaultLength how long a lease lasts if the client does not say
 * @param dataBytes how much a client may keep with a lease; more is answered 413
 */
public record LeasesOptions(Duration defaultLength, int dataBytes) {

  public static final LeasesOptions DEFAULT = new LeasesOptions(Duration.ofMinutes(5), 4096);

  public LeasesOptions {
    if (defaultLength.toNanos() < 1_000 || dataBytes < 0) {
      throw new IllegalArgumentException("a lease needs a length, and its data a limit");
    }
  }
}
