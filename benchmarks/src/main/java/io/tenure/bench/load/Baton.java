package io.tenure.bench.load;

/**
 * When the contended resource was last given back. All clients live on one thread, so the time from
 * one client's release to the next client's grant is measured by one clock.
 */
public final class Baton {
  private long releasedNanos;

  /** The holder sends its release now. */
  public void released() {
    releasedNanos = System.nanoTime();
  }

  /** Reports a hand-off that ends now, if there was a release to begin it. */
  public void taken(Stage stage) {
    if (releasedNanos != 0) {
      stage.record(releasedNanos);
    }
  }
}
