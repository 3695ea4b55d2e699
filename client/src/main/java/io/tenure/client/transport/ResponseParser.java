package io.tenure.client.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads one HTTP/1.1 response from pieces of any size. What it refuses is an IOException. */
final class ResponseParser {

  private static final int MOST_HEAD_BYTES = 64 * 1024;
  private static final long UNTIL_CLOSED = Long.MAX_VALUE;

  /** Where the parts of a response go. */
  interface Sink {
    void head(int status, Map<String, String> headers);

    void body(ByteBuffer part);
  }

  private enum Stage {
    STATUS,
    HEADERS,
    BODY,
    CHUNK_SIZE,
    CHUNK,
    CHUNK_END,
    TRAILERS,
    DONE
  }

  private final Sink sink;
  private final Map<String, String> headers = new HashMap<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private Stage stage = Stage.STATUS;
  private int headBytes;
  private int status;
  private boolean lasting = true;
  private long left; // of the body or chunk

  ResponseParser(Sink sink) {
    this.sink = sink;
  }

  /** Takes what is there; true when the response is complete. What follows stays in the buffer. */
  boolean feed(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining() && stage != Stage.DONE) {
      if (stage == Stage.BODY || stage == Stage.CHUNK) {
        takeBody(bytes);
      } else if (completeLine(bytes)) {
        String text = line.toString(StandardCharsets.ISO_8859_1);
        line.reset();
        takeLine(text);
      }
    }
    return stage == Stage.DONE;
  }

  /** Whether the end of the connection completes the response. */
  boolean endsWithConnection() {
    return stage == Stage.BODY && left > UNTIL_CLOSED / 2;
  }

  /** Whether the connection can be used again after a complete response. */
  boolean isLasting() {
    return lasting;
  }

  private void takeBody(ByteBuffer bytes) {
    int count = (int) Math.min(left, bytes.remaining());
    ByteBuffer part = bytes.slice(bytes.position(), count);
    bytes.position(bytes.position() + count);
    left -= count;
    sink.body(part);
    if (left == 0) {
      stage = stage == Stage.BODY ? Stage.DONE : Stage.CHUNK_END;
    }
  }

  private boolean completeLine(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      byte next = bytes.get();
      headBytes++;
      if (headBytes > MOST_HEAD_BYTES) {
        throw new IOException("the head of the answer is too long");
      }
      if (next == '\n') {
        return true;
      }
      if (next != '\r') {
        line.write(next);
      }
    }
    return false;
  }

  private void takeLine(String text) throws IOException {
    switch (stage) {
      case STATUS -> takeStatus(text);
      case HEADERS -> takeHeader(text);
      case CHUNK_SIZE -> takeChunkSize(text);
      case CHUNK_END -> {
        headBytes = 0;
        stage = Stage.CHUNK_SIZE;
      }
      case TRAILERS -> stage = text.isEmpty() ? Stage.DONE : Stage.TRAILERS;
      default -> throw new IllegalStateException(stage.name());
    }
  }

  private void takeStatus(String text) throws IOException {
    if (!text.matches("HTTP/1\\.[01] [1-5][0-9][0-9]( .*)?")) {
      throw new IOException("this is not an HTTP answer: " + text.lines().findFirst().orElse(""));
    }
    lasting = text.startsWith("HTTP/1.1");
    status = Integer.parseInt(text.substring(9, 12));
    headers.clear();
    stage = Stage.HEADERS;
  }

  private void takeHeader(String text) throws IOException {
    if (!text.isEmpty()) {
      int colon = text.indexOf(':');
      if (colon > 0) {
        headers.putIfAbsent(
            text.substring(0, colon).toLowerCase(Locale.ROOT), text.substring(colon + 1).strip());
      }
      return;
    }
    if (status < 200) {
      stage = Stage.STATUS;
      return;
    }
    lasting &= !"close".equalsIgnoreCase(headers.get("connection"));
    beginBody();
    sink.head(status, Map.copyOf(headers));
  }

  private void beginBody() throws IOException {
    String length = headers.get("content-length");
    if (status == 204 || status == 304) {
      stage = Stage.DONE;
    } else if ("chunked".equalsIgnoreCase(headers.get("transfer-encoding"))) {
      stage = Stage.CHUNK_SIZE;
    } else if (length != null) {
      left = number(length, 10);
      stage = left == 0 ? Stage.DONE : Stage.BODY;
    } else {
      left = UNTIL_CLOSED;
      lasting = false;
      stage = Stage.BODY;
    }
  }

  private void takeChunkSize(String text) throws IOException {
    int end = text.indexOf(';');
    left = number((end < 0 ? text : text.substring(0, end)).strip(), 16);
    headBytes = 0;
    stage = left == 0 ? Stage.TRAILERS : Stage.CHUNK;
  }

  private static long number(String text, int radix) throws IOException {
    try {
      long value = Long.parseLong(text, radix);
      if (value >= 0) {
        return value;
      }
    } catch (NumberFormatException notOne) {
      throw new IOException("the answer has a length of " + text, notOne);
    }
    throw new IOException("the answer has a length of " + text);
  }
}
