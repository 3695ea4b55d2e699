package io.tenure.gateway.netty;

import io.netty.buffer.ByteBuf;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;

/** A body that comes in chunks. Their extensions and the trailers behind them are dropped. */
final class ChunkedBody extends BodyReader {

  private enum Expected {
    SIZE,
    EXTENSION,
    SIZE_END,
    DATA,
    DATA_CR,
    DATA_END,
    TRAILER,
    TRAILER_REST,
    TRAILER_END,
    LAST_END,
    NOTHING
  }

  private static final int MAX_SIZE_DIGITS = 8;

  private final int limit;
  private final int overheadLimit;
  private Expected expected = Expected.SIZE;
  private long chunk;
  private int digits;
  private int overhead;

  /**
   * Makes a reader.
   *
   * @param limit of the body, in bytes
   * @param overheadLimit of one chunk's extensions, and of all trailers, in bytes
   */
  ChunkedBody(int limit, int overheadLimit) {
    this.limit = limit;
    this.overheadLimit = overheadLimit;
  }

  @Override
  boolean read(ByteBuf input) {
    while (expected != Expected.NOTHING && input.isReadable()) {
      if (expected == Expected.DATA) {
        int count = (int) Math.min(chunk, input.readableBytes());
        take(input, count, limit);
        chunk -= count;
        expected = chunk == 0 ? Expected.DATA_CR : Expected.DATA;
      } else {
        expected = after(input.readByte());
      }
    }
    return expected == Expected.NOTHING;
  }

  private Expected after(byte b) {
    return switch (expected) {
      case SIZE -> afterSize(b);
      case EXTENSION -> b == '\r' ? Expected.SIZE_END : dropped(b);
      case DATA_CR -> {
        mustBe('\r', b);
        yield Expected.DATA_END;
      }
      case TRAILER, TRAILER_REST -> afterTrailer(b);
      default -> {
        mustBe('\n', b);
        yield afterLine();
      }
    };
  }

  private Expected afterLine() {
    return switch (expected) {
      case SIZE_END -> startChunk();
      case DATA_END -> Expected.SIZE;
      case TRAILER_END -> Expected.TRAILER;
      default -> Expected.NOTHING;
    };
  }

  private Expected afterSize(byte b) {
    int digit = Ascii.hex(b);
    if (digit >= 0) {
      chunk = chunk * 16 + digit;
      digits++;
      if (digits > MAX_SIZE_DIGITS) {
        throw bad("the size of a chunk has too many digits");
      }
      return Expected.SIZE;
    }
    if (digits == 0) {
      throw bad("a chunk does not begin with its size");
    }
    if (b == ';' || Ascii.isBlank(b)) {
      return Expected.EXTENSION;
    }
    mustBe('\r', b);
    return Expected.SIZE_END;
  }

  private Expected startChunk() {
    if (chunk > limit - size()) {
      throw tooLarge(limit);
    }
    digits = 0;
    overhead = 0;
    return chunk == 0 ? Expected.TRAILER : Expected.DATA;
  }

  private Expected afterTrailer(byte b) {
    if (b == '\r') {
      return expected == Expected.TRAILER ? Expected.LAST_END : Expected.TRAILER_END;
    }
    dropped(b);
    return Expected.TRAILER_REST;
  }

  private Expected dropped(byte b) {
    overhead++;
    if (overhead > overheadLimit || b < 0 || (Ascii.isControl(b) && b != '\t')) {
      throw bad("chunk extensions and trailers are limited in size, and to visible ASCII");
    }
    return expected;
  }

  private static void mustBe(char wanted, byte b) {
    if (b != wanted) {
      throw bad("the lines around a chunk do not end with CR LF");
    }
  }

  private static ProblemException bad(String detail) {
    return new ProblemException(Problem.of(400, "bad-chunk", detail));
  }
}
