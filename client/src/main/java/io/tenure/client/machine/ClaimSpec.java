package io.tenure.client.machine;

import io.tenure.client.transport.Json;
import java.time.Duration;
import java.util.Optional;

/**
 * A claim to be made.
 *
 * @param timeout how long to wait for it; none: as long as it takes; zero: no waiting in line
 * @param userData JSON text that the cluster keeps with the claim
 */
public record ClaimSpec(
    String resource, Duration ttl, Optional<Duration> timeout, Optional<String> userData) {

  private static final Duration LONGEST = Duration.ofDays(3650);

  public ClaimSpec {
    if (resource.isEmpty()) {
      throw new IllegalArgumentException("the resource has no name");
    }
    checkTtl(ttl);
    if (timeout.isPresent() && timeout.get().isNegative()) {
      throw new IllegalArgumentException("the timeout " + timeout.get() + " is negative");
    }
    userData.ifPresent(Json::require);
  }

  /**
   * Refuses a ttl that no claim can have.
   *
   * @throws IllegalArgumentException if it is not above zero, or longer than ten years
   */
  static void checkTtl(Duration ttl) {
    if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("the ttl " + ttl + " is not above 0 and up to ten years");
    }
  }
}
