package io.tenure.kernel;

/**
 * Folds values into 64 bits, in order; equal on every JVM and machine. It finds replicas that
 * differ by a fault, not by malice.
 */
record Digest(long value) {

  private static final long PRIME = 0x9E3779B97F4A7C15L;
  private static final Digest START = new Digest(PRIME);

  static Digest start() {
    return START;
  }

  Digest add(long next) {
    return new Digest(mix(value ^ mix(next)));
  }

  Digest add(Moment moment) {
    return add(moment.cluster().micros()).add(moment.wallMicros());
  }

  Digest add(String text) {
    long sum = text.length();
    for (int i = 0; i < text.length(); i++) {
      sum = sum * 31 * 31 + text.charAt(i);
    }
    return add(sum);
  }

  Digest add(byte[] bytes) {
    long sum = bytes.length;
    for (byte each : bytes) {
      sum = sum * 31 * 31 + each;
    }
    return add(sum);
  }

  private static long mix(long bits) {
    long mixed = bits * PRIME;
    mixed = (mixed ^ (mixed >>> 32)) * 0xD6E8FEB86659FD93L;
    return mixed ^ (mixed >>> 32);
  }
}
