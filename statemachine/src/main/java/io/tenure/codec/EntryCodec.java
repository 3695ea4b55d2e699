package io.tenure.codec;

import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A log entry: its version, its stamp, and its requests, each with its length. */
public final class EntryCodec {

  private static final int VERSION = 1;

  /** The most that the version, the stamp and the number of requests can take. */
  private static final int HEAD_SIZE = 32;

  private static final int LENGTH_SIZE = 5;

  private EntryCodec() {}

  /** Makes an entry of what {@link RequestCodec#encode} returned for each request. */
  public static byte[] encode(Moment stamp, List<byte[]> encodedRequests) {
    int size = HEAD_SIZE;
    for (byte[] request : encodedRequests) {
      size = Math.addExact(size, LENGTH_SIZE + request.length);
    }
    ByteWriter to = new ByteWriter(size);
    to.writeByte(VERSION);
    ValueCodec.write(to, stamp);
    to.writeVarint(encodedRequests.size());
    for (byte[] request : encodedRequests) {
      to.writeBytes(request);
    }
    return to.toByteArray();
  }

  /** Reads an entry; the buffer, which the log may still need, stays as it is. */
  public static LogEntry decode(long index, ByteBuffer data) {
    try {
      return Formats.readWhole(
          ByteReader.of(data), VERSION, "log entry", from -> readEntry(index, from));
    } catch (CodecException e) {
      throw new CodecException("log entry " + index + ": " + e.getMessage(), e);
    }
  }

  private static LogEntry readEntry(long index, ByteReader from) {
    Moment stamp = ValueCodec.readMoment(from);
    int count = from.readCount();
    List<Request> requests = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int length = from.readCount();
      int rest = from.remaining() - length;
      requests.add(RequestCodec.read(from));
      if (from.remaining() != rest) {
        throw new CodecException("request " + i + " is not as long as it says: " + length);
      }
    }
    return new LogEntry(index, stamp, requests);
  }
}
