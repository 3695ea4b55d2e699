package io.tenure.gateway.netty;

import io.netty.buffer.ByteBuf;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import java.util.Arrays;

/**
 * Collects the body of one request. It takes memory for what has come, not for what is announced.
 */
abstract class BodyReader {

  private static final byte[] EMPTY = new byte[0];
  private static final int FIRST_BYTES = 1024;

  private byte[] bytes = EMPTY;
  private int size;

  /** Takes what is the body's from the input, and says whether the body is complete. */
  abstract boolean read(ByteBuf input);

  /** The complete body. */
  final byte[] bytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  final int size() {
    return size;
  }

  /**
   * Takes bytes of the body.
   *
   * @param most what the body may yet grow to in all
   */
  final void take(ByteBuf input, int count, int most) {
    if (size + count > bytes.length) {
      int wanted = Math.max(size + count, Math.max(2 * bytes.length, FIRST_BYTES));
      bytes = Arrays.copyOf(bytes, Math.min(wanted, most));
    }
    input.readBytes(bytes, size, count);
    size += count;
  }

  static ProblemException tooLarge(int limit) {
    return new ProblemException(
        Problem.of(413, "body-too-large", "a body may have " + limit + " bytes here"));
  }

  /** A body of announced length. */
  static final class Sized extends BodyReader {
    private final int length;

    Sized(int length) {
      this.length = length;
    }

    @Override
    boolean read(ByteBuf input) {
      take(input, Math.min(input.readableBytes(), length - size()), length);
      return size() == length;
    }
  }
}
