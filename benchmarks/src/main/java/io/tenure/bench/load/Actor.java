package io.tenure.bench.load;

/**
 * One closed-loop client. It starts, tells its {@link Stage} that it is ready, and from then on has
 * one operation in flight whenever the stage told it to {@link #operate}.
 */
public interface Actor {
  /** Connects and prepares what the operations need; ends with {@link Stage#ready}. */
  void start();

  /** Begins one operation; ends with {@link Stage#next}, {@code failed} or {@code lost}. */
  void operate();

  /** Gives back what is held; ends with {@link Stage#retired}. */
  void retire();

  /** Drops the connection at once. */
  void close();
}
