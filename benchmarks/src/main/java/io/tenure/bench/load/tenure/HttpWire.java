package io.tenure.bench.load.tenure;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Wire;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A persistent HTTP/1.1 connection with one request in flight. Of an answer it keeps the status and
 * the number after {@code "id":}, and allocates nothing.
 */
final class HttpWire extends Wire {
  /** Stands for an answer without an id. */
  static final long NO_ID = -1;

  private static final int BUFFER_BYTES = 16 * 1024;
  private static final byte[] LENGTH = "content-length:".getBytes(ISO_8859_1);
  private static final byte[] ID = "\"id\":".getBytes(ISO_8859_1);
  private static final int STATUS_AT = "HTTP/1.1 ".length();
  private static final int UNKNOWN = -1;

  /** Hears what comes back. */
  interface Listener {
    void opened();

    void answered(int status, long id);

    void broken(String why);
  }

  private final Listener listener;
  private final byte[] digits = new byte[20];

  HttpWire(EventLoop loop, InetSocketAddress address, Listener listener) {
    super(loop, address, BUFFER_BYTES);
    this.listener = listener;
  }

  void send(byte[] request) {
    out.put(request);
    flush();
  }

  /** Sends a request whose path ends with a number. */
  void send(byte[] untilNumber, long number, byte[] rest) {
    out.put(untilNumber);
    putNumber(number);
    out.put(rest);
    flush();
  }

  private void putNumber(long number) {
    int at = digits.length;
    long left = number;
    do {
      digits[--at] = (byte) ('0' + left % 10);
      left /= 10;
    } while (left > 0);
    out.put(digits, at, digits.length - at);
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
    int length = status == 204 ? 0 : contentLength(bytes, start, head);
    if (length == UNKNOWN) {
      protocolError("an answer " + status + " without Content-Length");
      return;
    }
    int end = head + length;
    if (end > bytes.limit()) {
      return;
    }
    bytes.position(end);
    listener.answered(status, id(bytes, head, end));
  }

  private static int endOfHead(ByteBuffer bytes, int from, int to) {
    for (int i = from + 3; i < to; i++) {
      if (bytes.get(i) == '\n' && bytes.get(i - 1) == '\r' && bytes.get(i - 2) == '\n') {
        return i + 1;
      }
    }
    return UNKNOWN;
  }

  private static int contentLength(ByteBuffer bytes, int from, int to) {
    for (int i = from; i < to - LENGTH.length; i++) {
      if (bytes.get(i) == '\n' && matches(bytes, i + 1, LENGTH)) {
        int at = i + 1 + LENGTH.length;
        while (bytes.get(at) == ' ') {
          at++;
        }
        return (int) number(bytes, at, to);
      }
    }
    return UNKNOWN;
  }

  private static long id(ByteBuffer bytes, int from, int to) {
    for (int i = from; i < to - ID.length; i++) {
      if (bytes.get(i) == '"' && matches(bytes, i, ID)) {
        int at = i + ID.length;
        while (at < to && bytes.get(at) == ' ') {
          at++;
        }
        return number(bytes, at, to);
      }
    }
    return NO_ID;
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
