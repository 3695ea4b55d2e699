package io.tenure.link;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes bytes that are nearly right, and always the same ones from the same seed. */
public final class Mutations {

  private static final int[] TEMPTING = {
    0,
    1,
    -1,
    255,
    256,
    4_096,
    32_768,
    32_769,
    65_536,
    1 << 24,
    (1 << 24) + 1,
    Integer.MAX_VALUE,
    Integer.MIN_VALUE,
  };

  private final Random random;

  public Mutations(long seed) {
    random = new Random(seed);
  }

  public int next(int bound) {
    return random.nextInt(bound);
  }

  public <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /**
   * Changes a frame that begins with its length a little. The length mostly stays true, so that
   * what follows is read.
   *
   * @param keep how many bytes at the beginning mostly stay as they are
   */
  public byte[] mutated(byte[] frame, int keep) {
    byte[] bytes = frame;
    int from = random.nextInt(8) == 0 ? 0 : Math.min(keep, frame.length);
    for (int i = random.nextInt(4); i >= 0; i--) {
      bytes = mutatedOnce(bytes, Math.min(from, bytes.length));
    }
    if (random.nextInt(8) != 0 && bytes.length >= Integer.BYTES) {
      bytes = bytes == frame ? bytes.clone() : bytes;
      putInt(bytes, 0, bytes.length - Integer.BYTES);
    }
    return bytes;
  }

  /** Changes bytes in one place, behind those that stay. */
  public byte[] mutatedOnce(byte[] bytes, int from) {
    int at = from + (bytes.length > from ? random.nextInt(bytes.length - from) : 0);
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(bytes, at); // cut short
      case 1 -> spliced(bytes, at, random.nextInt(8), 0); // some left out
      case 2 -> spliced(bytes, at, 0, random.nextInt(64)); // some more
      case 3 -> withInt(bytes, at);
      default -> withBit(bytes, at);
    };
  }

  private byte[] spliced(byte[] bytes, int at, int out, int in) {
    int end = Math.min(bytes.length, at + out);
    byte[] more = new byte[in];
    random.nextBytes(more);
    byte[] result = Arrays.copyOf(bytes, at + in + bytes.length - end);
    System.arraycopy(more, 0, result, at, in);
    System.arraycopy(bytes, end, result, at + in, bytes.length - end);
    return result;
  }

  private byte[] withInt(byte[] bytes, int at) {
    if (at + Integer.BYTES > bytes.length) {
      return bytes;
    }
    byte[] result = bytes.clone();
    putInt(result, at, TEMPTING[random.nextInt(TEMPTING.length)]);
    return result;
  }

  private byte[] withBit(byte[] bytes, int at) {
    if (at >= bytes.length) {
      return bytes;
    }
    byte[] result = bytes.clone();
    result[at] ^= (byte) (1 << random.nextInt(8));
    return result;
  }

  private static void putInt(byte[] bytes, int at, int value) {
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[at + i] = (byte) (value >>> (24 - 8 * i));
    }
  }
}
