package io.tenure.client;

import java.time.Duration;
import java.util.Optional;

/** What to claim, and where to differ from the settings of the {@link LockManager}. */
public final class ClaimOptions {

  private final String resource;
  private final Optional<Duration> ttl;
  private final Optional<Duration> timeout;
  private final Optional<String> userData;

  private ClaimOptions(
      String resource,
      Optional<Duration> ttl,
      Optional<Duration> timeout,
      Optional<String> userData) {
    this.resource = resource;
    this.ttl = ttl;
    this.timeout = timeout;
    this.userData = userData;
  }

  public static ClaimOptions of(String resource) {
    return new ClaimOptions(resource, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** How long the lease lasts without a renewal. */
  public ClaimOptions withTtl(Duration length) {
    return new ClaimOptions(resource, Optional.of(length), timeout, userData);
  }

  /** How long to wait for it; zero: not in line, only for the answer. */
  public ClaimOptions withTimeout(Duration longest) {
    return new ClaimOptions(resource, ttl, Optional.of(longest), userData);
  }

  /** JSON that the cluster keeps with the claim and shows to everybody. */
  public ClaimOptions withUserData(String json) {
    return new ClaimOptions(resource, ttl, timeout, Optional.of(json));
  }

  public String resource() {
    return resource;
  }

  public Optional<Duration> ttl() {
    return ttl;
  }

  public Optional<Duration> timeout() {
    return timeout;
  }

  public Optional<String> userData() {
    return userData;
  }
}
