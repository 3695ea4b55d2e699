package io.tenure.client.machine;

/**
 * Told of everything that happens to a claim, in order. It is called by the engine's own threads,
 * so it must not block; {@link ClaimEvent.Lost} may come from another thread than the rest.
 */
@FunctionalInterface
public interface ClaimListener {

  void on(ClaimEvent event);
}
