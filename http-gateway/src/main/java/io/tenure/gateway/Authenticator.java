package io.tenure.gateway;

/**
 * Finds out who calls. Called by many threads, on event loops: it must not block; if it has to ask
 * somebody, it says {@link Finding.Later}.
 */
@FunctionalInterface
public interface Authenticator {

  /** Knows nobody. */
  Authenticator NONE = shown -> Finding.NOTHING;

  Finding find(Shown shown);
}
