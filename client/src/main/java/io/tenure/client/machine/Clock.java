package io.tenure.client.machine;

/** Two clocks: one that never steps but may stand still, and one that may step. */
public interface Clock {

  Clock SYSTEM =
      new Clock() {
        @Override
        public long nanos() {
          return System.nanoTime();
        }

        @Override
        public long wallMillis() {
          return System.currentTimeMillis();
        }
      };

  /** Monotonic, from an arbitrary origin; it may stand still while the machine is suspended. */
  long nanos();

  /** Milliseconds since 1970, as the machine believes at the moment. */
  long wallMillis();

  default ClockReading now() {
    return new ClockReading(nanos(), wallMillis());
  }
}
