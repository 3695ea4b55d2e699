package io.tenure.bench.load.tenure;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Wire;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A persistent HTTP/1.1 connection with one request in flight. Of an answer it keeps the status and
 * the number after a mark, and allocates nothing.
 */
final class TenureWire extends Wire {
  /** Stands for an answer without the mark. */
  static final long NO_NUMBER = -1;

  private static final int BUFFER_BYTES = 16 * 1024;
  private static final byte[] LENGTH = "\ncontent-length:".getBytes(ISO_8859_1);
  private static final int STATUS_AT = "HTTP/1.1 ".length();
  private static final int UNKNOWN = -1;

  /** Hears what comes back. */
  interface Listener {
    void opened();

    /** The number is what stands after the mark, or {@link #NO_NUMBER}. */
    void answered(int status, long number);

    void broken(String why);
  }

  /**
   * What the number of an answer stands behind.
   *
   * @param text without capital letters, and not beginning with a letter; matches in any case
   */
  record Mark(byte[] text, boolean head) {
    static Mark inHead(String text) {
      return new Mark(text.getBytes(ISO_8859_1), true);
    }

    static Mark inBody(String text) {
      return new Mark(text.getBytes(ISO_8859_1), false);
    }
  }

  private final Mark mark;
  private final Listener listener;
  private final byte[] digits = new byte[20];

  TenureWire(EventLoop loop, InetSocketAddress address, Mark mark, Listener listener) {
    super(loop, address, BUFFER_BYTES);
    this.mark = mark;
    this.listener = listener;
  }

  /** Adds to the request that {@link #flush} sends. */
  TenureWire text(byte[] text) {
    out.put(text);
    return this;
  }

  /** Adds a number, which is not negative. */
  TenureWire number(long number) {
    int at = digits.length;
    long left = number;
    do {
      digits[--at] = (byte) ('0' + left % 10);
      left /= 10;
    } while (left > 0);
    out.put(digits, at, digits.length - at);
    return this;
  }

  /** How many bytes a number takes. */
  static int digits(long number) {
    int count = 1;
    for (long left = number / 10; left > 0; left /= 10) {
      count++;
    }
    return count;
  }

  @Override
  protected void opened() {
    listener.opened();
  }

  @Override
  protected void broken(String why) {
    listener.broken(why);
  }

  @Override
  protected void received(ByteBuffer bytes) {
    int start = bytes.position();
    int head = endOfHead(bytes, start, bytes.limit());
    if (head == UNKNOWN) {
      return;
    }
    int status = (int) number(bytes, start + STATUS_AT, head);
    int length = status == 204 ? 0 : (int) numberAfter(LENGTH, bytes, start, head);
    if (length == NO_NUMBER) {
      protocolError("an answer " + status + " without Content-Length");
      return;
    }
    int end = head + length;
    if (end > bytes.limit()) {
      return;
    }
    bytes.position(end);
    long number =
        mark.head
            ? numberAfter(mark.text, bytes, start, head)
            : numberAfter(mark.text, bytes, head, end);
    listener.answered(status, number);
  }

  private static int endOfHead(ByteBuffer bytes, int from, int to) {
    for (int i = from + 3; i < to; i++) {
      if (bytes.get(i) == '\n' && bytes.get(i - 1) == '\r' && bytes.get(i - 2) == '\n') {
        return i + 1;
      }
    }
    return UNKNOWN;
  }

  private static long numberAfter(byte[] mark, ByteBuffer bytes, int from, int to) {
    for (int i = from; i < to - mark.length; i++) {
      if (bytes.get(i) == mark[0] && matches(bytes, i, mark)) {
        int at = i + mark.length;
        while (at < to && bytes.get(at) == ' ') {
          at++;
        }
        return number(bytes, at, to);
      }
    }
    return NO_NUMBER;
  }

  /** Whether {@code lowerCase} stands at {@code at}, in whatever case. */
  private static boolean matches(ByteBuffer bytes, int at, byte[] lowerCase) {
    for (int i = 0; i < lowerCase.length; i++) {
      byte b = bytes.get(at + i);
      if (b >= 'A' && b <= 'Z') {
        b = (byte) (b + ('a' - 'A'));
      }
      if (b != lowerCase[i]) {
        return false;
      }
    }
    return true;
  }

  private static long number(ByteBuffer bytes, int from, int to) {
    long number = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes.get(i) - '0';
      if (digit < 0 || digit > 9) {
        break;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
