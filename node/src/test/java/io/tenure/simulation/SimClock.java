package io.tenure.simulation;

/**
 * The two clocks of one machine. The monotonic one runs a little too fast or too slow, and stands
 * still while the machine is suspended; the wall clock shows anything.
 */
final class SimClock {

  /** No clock runs faster or slower than true time by more than this. */
  static final long MOST_DRIFT_PPM = 1_000;

  private static final long MILLION = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private final long ratePpm;
  private long scaledMicros;
  private long wallMicros;

  SimClock(Chance chance) {
    long drift = chance.between(-MOST_DRIFT_PPM, MOST_DRIFT_PPM);
    ratePpm = MILLION + (chance.isCoarse() ? 0 : drift);
    scaledMicros = MILLION * chance.between(0, 1_000 * MILLION);
    wallMicros = chance.between(0, 2_000_000 * MILLION);
  }

  void pass(long trueMicros) {
    scaledMicros += trueMicros * ratePpm;
    wallMicros += trueMicros;
  }

  void jumpWall(long micros) {
    wallMicros += micros;
  }

  long monotonicMicros() {
    return scaledMicros / MILLION;
  }

  long monotonicNanos() {
    return scaledMicros / (MILLION / NANOS_PER_MICRO);
  }

  /**
   * True time in which the monotonic clock advances by so much, and by less than a microsecond
   * more.
   */
  long trueMicrosFor(long nanos) {
    long scaled = nanos * (MILLION / NANOS_PER_MICRO);
    return Math.max(1, (scaled + ratePpm - 1) / ratePpm);
  }

  long wallMicros() {
    return wallMicros;
  }

  /** The most that any clock can show to have passed in this time. */
  static long atMost(long trueMicros) {
    return trueMicros + trueMicros * MOST_DRIFT_PPM / MILLION + 2;
  }

  /** The least that any clock that was not suspended can show to have passed in this time. */
  static long atLeast(long trueMicros) {
    return trueMicros - trueMicros * MOST_DRIFT_PPM / MILLION - 2;
  }
}
