package io.tenure.gateway.leases;

import io.tenure.gateway.Names;
import java.time.Duration;

/**
 * What an operator may set.
 *
 * @param defaultLength how long a lease lasts if the client does not say
 * @param dataBytes how much a client may keep with a lease; more is answered 413
 * @param nameBytes how long the name of a lease may be, with its namespace; else it is 414
 * @param bodyBytes how much of a body is read at all
 */
public record LeasesOptions(Duration defaultLength, int dataBytes, int nameBytes, int bodyBytes) {

  public static final LeasesOptions DEFAULT =
      new LeasesOptions(Duration.ofMinutes(5), 4096, Names.MOST_BYTES, 128 * 1024);

  public LeasesOptions {
    if (defaultLength.toNanos() < 1_000 || dataBytes < 0) {
      throw new IllegalArgumentException("a lease needs a length, and its data a limit");
    }
  }
}
