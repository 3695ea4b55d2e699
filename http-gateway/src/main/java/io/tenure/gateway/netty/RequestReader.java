package io.tenure.gateway.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import java.util.Optional;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns a connection's bytes into requests, one at a time and only when asked, so that what a
 * client sends ahead waits as bytes. A problem ends the reading: what follows cannot be understood.
 */
final class RequestReader {

  /** A complete request. */
  record Request(RequestHead head, Framing framing, byte[] body) {}

  static final byte[] NO_BODY = new byte[0];

  /** What a request's line holds besides its URI: method, version, spaces. */
  private static final int LINE_EXTRA_BYTES = 48;

  private final HttpLimits limits;
  private final ToIntBiFunction<String, String> bodyLimit;

  private ByteBuf input = Unpooled.EMPTY_BUFFER;

  /** How many bytes of the input are known not to end the head. */
  private int scanned;

  /** Where in the input the line that is being scanned begins; zero is the request's line. */
  private int lineStart;

  /** The length of the request's line with its end; zero while it is not complete. */
  private int firstLine;

  private @Nullable RequestHead head;
  private @Nullable BodyReader body;
  private @Nullable Framing framing;
  private boolean continueWanted;
  private String method = "";
  private String rawPath = "";

  /**
   * Makes a reader.
   *
   * @param bodyLimit says how many bytes may be sent with a method to a path
   */
  RequestReader(HttpLimits limits, ToIntBiFunction<String, String> bodyLimit) {
    this.limits = limits;
    this.bodyLimit = bodyLimit;
  }

  /** Takes over the bytes. */
  void feed(ByteBufAllocator allocator, ByteBuf bytes) {
    input = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(allocator, input, bytes);
  }

  /** Lets go of all bytes. */
  void release() {
    input.release();
    input = Unpooled.EMPTY_BUFFER;
  }

  /** Whether a part of a request, but not all of it, has come. */
  boolean isAmidRequest() {
    return body != null || input.isReadable();
  }

  boolean isAmidBody() {
    return body != null;
  }

  /** Whether the client waits for a sign before it sends the body that is being read. */
  boolean isContinueWanted() {
    return continueWanted && body != null;
  }

  /** The sign was given. */
  void continued() {
    continueWanted = false;
  }

  /** The method of the request that is being read, if it is known. */
  String method() {
    return method;
  }

  /** The path of the request that is being read, if it is known. */
  String rawPath() {
    return rawPath;
  }

  /** The head of the request that is being read, if all of that has come and it is sound. */
  Optional<RequestHead> head() {
    return Optional.ofNullable(head);
  }

  /** The next request, if all of it has come. */
  Optional<Request> next() {
    if (body == null && !readHead()) {
      return Optional.empty();
    }
    if (head == null || framing == null || !readBody()) {
      return Optional.empty();
    }
    Request request = new Request(head, framing, body == null ? NO_BODY : body.bytes());
    head = null;
    body = null;
    method = "";
    rawPath = "";
    dropWhatIsRead();
    return Optional.of(request);
  }

  /** An empty buffer is given back at once: most connections wait most of the time. */
  private void dropWhatIsRead() {
    if (!input.isReadable()) {
      release();
    }
  }

  private boolean readHead() {
    int length = headLength();
    if (length == 0) {
      dropWhatIsRead();
      return false;
    }
    byte[] bytes = new byte[length];
    input.readBytes(bytes);
    scanned = 0;
    lineStart = 0;
    firstLine = 0;
    RequestHead complete = parse(bytes);
    head = complete;
    startBody(complete);
    return true;
  }

  private RequestHead parse(byte[] bytes) {
    HeadParser parser = new HeadParser(bytes);
    try {
      return parser.parse(limits.uriBytes());
    } finally {
      method = parser.method();
      rawPath = parser.rawPath();
    }
  }

  private void startBody(RequestHead complete) {
    Framing announced = Framing.of(complete);
    framing = announced;
    if (announced.hasBody()) {
      int limit = bodyLimit.applyAsInt(method, rawPath);
      if (announced.length() > limit) {
        throw BodyReader.tooLarge(limit);
      }
      body =
          announced.chunked()
              ? new ChunkedBody(limit, limits.headerBytes())
              : new BodyReader.Sized((int) announced.length());
      continueWanted = announced.awaitsContinue() && !input.isReadable();
    }
  }

  private boolean readBody() {
    if (body == null) {
      return true;
    }
    if (input.isReadable()) {
      continueWanted = false;
    }
    boolean complete = body.read(input);
    if (!complete) {
      dropWhatIsRead();
    }
    return complete;
  }

  /** The length of the head at the input's front, or zero if its end has not come. */
  private int headLength() {
    skipEmptyLines();
    int start = input.readerIndex();
    int readable = input.readableBytes();
    while (scanned < readable) {
      int lineEnd = input.indexOf(start + scanned, start + readable, (byte) '\n') - start;
      if (lineEnd < 0) {
        scanned = readable;
        break;
      }
      scanned = lineEnd + 1;
      int lineLength = lineEnd - lineStart;
      boolean empty =
          lineLength == 0 || (lineLength == 1 && input.getByte(start + lineStart) == '\r');
      lineStart = scanned;
      if (firstLine == 0) {
        firstLine = scanned;
      }
      if (empty) {
        checkHeadSize();
        return scanned;
      }
    }
    checkHeadSize();
    return 0;
  }

  /** Some clients end a body with a line that they did not announce. */
  private void skipEmptyLines() {
    while (scanned == 0 && input.isReadable() && isLineEnd(input.getByte(input.readerIndex()))) {
      input.skipBytes(1);
    }
  }

  private static boolean isLineEnd(byte b) {
    return b == '\r' || b == '\n';
  }

  private void checkHeadSize() {
    int lineBytes = firstLine == 0 ? scanned : firstLine;
    if (lineBytes > limits.uriBytes() + LINE_EXTRA_BYTES) {
      learnPath();
      throw new ProblemException(HeadParser.uriTooLong(limits.uriBytes()));
    }
    if (scanned - lineBytes > limits.headerBytes()) {
      learnPath();
      String detail = "the headers may have " + limits.headerBytes() + " bytes";
      throw new ProblemException(Problem.of(431, "headers-too-large", detail));
    }
  }

  /** Learns whom a head that is not complete concerns, so that it is refused in the right words. */
  void learnPath() {
    if (body != null) {
      return;
    }
    byte[] bytes = new byte[Math.min(input.readableBytes(), limits.uriBytes())];
    input.getBytes(input.readerIndex(), bytes);
    HeadParser parser = new HeadParser(bytes);
    parser.readBeginning();
    method = parser.method();
    rawPath = parser.rawPath();
  }
}
