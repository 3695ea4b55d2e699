package io.tenure.jraft;

import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * The two clocks of the machine.
 *
 * @param nanoTime monotonic; the only one by which anything is decided
 * @param wallMicros microseconds since 1970; only shown, and free to jump
 */
record Clocks(LongSupplier nanoTime, LongSupplier wallMicros) {

  static final Clocks SYSTEM = new Clocks(System::nanoTime, Clocks::wallNow);

  private static long wallNow() {
    Instant now = Instant.now();
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }
}
