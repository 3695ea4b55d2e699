package io.tenure.gateway.leases;

import io.tenure.gateway.json.JsonText;

/** Microseconds as seconds, for headers and reports. */
final class Seconds {

  private static final long MICROS = 1_000_000;

  private Seconds() {}

  /** Whole seconds: shell scripts compute with nothing else. What is left is never overstated. */
  static String whole(long micros) {
    return Long.toString(Math.floorDiv(micros, MICROS));
  }

  /** With a fraction only where there is one. */
  static String exact(long micros) {
    return micros % MICROS == 0 ? Long.toString(micros / MICROS) : JsonText.secondsText(micros);
  }
}
