package io.tenure.gateway.auth.jwt;

import com.nimbusds.jose.jwk.JWKSet;
import io.tenure.gateway.auth.http.Workers;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys of an issuer. They are fetched when they are old, or when a token names one that is not
 * among them, but never more often than once per {@link #LEAST}; those that are there stay in use
 * while the issuer is down. Safe for use by many threads.
 */
final class IssuerKeys implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(IssuerKeys.class);

  /** Between two fetches, however many tokens name keys that nobody knows. */
  static final Duration LEAST = Duration.ofSeconds(30);

  /** After which the keys are fetched again, so that one that the issuer has dropped goes. */
  static final Duration OLD = Duration.ofMinutes(5);

  private final KeySource source;
  private final LongSupplier nanoClock;
  private final Runnable whenChanged;
  private final Workers thread = new Workers("tenure-issuer-keys", 1, 1);
  private volatile Optional<JWKSet> keys = Optional.empty();

  /** When the keys were last asked for; guarded by this. */
  private long askedNanos;

  /** Guarded by this; done unless the keys are being fetched. */
  private CompletableFuture<Boolean> fetch;

  /** Makes a ring, and begins to fetch the keys. */
  IssuerKeys(KeySource source, LongSupplier nanoClock, Runnable whenChanged) {
    this.source = source;
    this.nanoClock = nanoClock;
    this.whenChanged = whenChanged;
    this.askedNanos = nanoClock.getAsLong();
    this.fetch = begin();
  }

  /** Empty until the issuer has been reached for the first time. */
  Optional<JWKSet> keys() {
    if (nanoClock.getAsLong() - askedAt() > OLD.toNanos()) {
      refresh();
    }
    return keys;
  }

  /**
   * Asks for newer keys.
   *
   * @return whether they have come; at once if it is too early to ask again
   */
  synchronized CompletableFuture<Boolean> refresh() {
    if (!fetch.isDone()) {
      return fetch;
    }
    long now = nanoClock.getAsLong();
    if (now - askedNanos < LEAST.toNanos()) {
      return CompletableFuture.completedFuture(false);
    }
    askedNanos = now;
    fetch = begin();
    return fetch;
  }

  private synchronized long askedAt() {
    return askedNanos;
  }

  private CompletableFuture<Boolean> begin() {
    return thread.ask(this::fetch, false);
  }

  private boolean fetch() {
    try {
      JWKSet now = source.read();
      boolean differs = !keys.equals(Optional.of(now));
      keys = Optional.of(now);
      if (differs) {
        whenChanged.run();
      }
      return true;
    } catch (IOException | RuntimeException failure) {
      log.warn(
          "cannot fetch the issuer's keys, {}: {}",
          keys.isPresent() ? "the old ones stay" : "tokens of this issuer are not served",
          failure.getMessage());
      return false;
    }
  }

  @Override
  public void close() {
    thread.close();
  }
}
