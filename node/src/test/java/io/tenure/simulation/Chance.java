package io.tenure.simulation;

import java.util.List;
import java.util.SplittableRandom;

/**
 * All the randomness of a run. In some runs all times are multiples of a grain and no clock drifts,
 * so that things often happen at the very moment at which others end.
 */
final class Chance {

  private static final long GRAIN_MICROS = 50_000;

  private final SplittableRandom random;
  private final long grainMicros;

  Chance(long seed) {
    random = new SplittableRandom(seed);
    grainMicros = oneIn(3) ? GRAIN_MICROS : 1;
  }

  boolean isCoarse() {
    return grainMicros > 1;
  }

  /** A time up to this. */
  long micros(long most) {
    return grainMicros * between(0, most / grainMicros);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  /** Both bounds included. */
  long between(long least, long most) {
    return random.nextLong(least, most + 1);
  }

  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  <T> T take(List<T> list) {
    return list.remove(random.nextInt(list.size()));
  }
}
