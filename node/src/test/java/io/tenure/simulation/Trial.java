package io.tenure.simulation;

import java.util.function.LongFunction;

/** Runs a seed and says what went wrong, or nothing. Public for a test that loads it anew. */
public final class Trial implements LongFunction<String> {

  private final Parts parts;

  public Trial() {
    this(new Parts());
  }

  Trial(Parts parts) {
    this.parts = parts;
  }

  @Override
  public String apply(long seed) {
    try {
      Simulation.run(seed, parts);
      return "";
    } catch (RuntimeException | AssertionError failure) {
      return failure.toString();
    }
  }
}
