package io.tenure.simulation;

import java.util.List;
import java.util.SplittableRandom;

/** All the randomness of a run. */
final class Chance {

  private final SplittableRandom random;

  Chance(long seed) {
    random = new SplittableRandom(seed);
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
