package io.tenure.replication;

import io.tenure.codec.ByteReader;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import io.tenure.codec.ResultCodec;
import io.tenure.kernel.Result;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a batch of requests on its way to the leader, and of what became of each. Nothing is
 * allocated for a number that the bytes themselves do not bear out.
 */
public final class Forwarding {

  private static final int VERSION = 1;
  private static final int ITEM_HEAD = 12;

  private Forwarding() {}

  /**
   * A request as a follower hands it over.
   *
   * @param leftMillis how long its sender still waits for the answer
   */
  public record Item(byte[] request, boolean urgent, long leftMillis) {}

  /**
   * What became of one request.
   *
   * @param result if it was applied
   * @param reason if it was not; else empty
   */
  public record Ending(Fate fate, @Nullable Result result, String reason) {

    public static Ending applied(Result result) {
      return new Ending(Fate.APPLIED, result, "");
    }

    public static Ending of(Fate fate, String reason) {
      return new Ending(fate, null, reason);
    }

    private byte[] detail() {
      if (result != null) {
        return ResultCodec.encode(result);
      }
      ByteWriter text = new ByteWriter(reason.length());
      text.writeText(reason);
      return text.toByteArray();
    }

    private static Ending read(Fate fate, byte[] detail) {
      return fate == Fate.APPLIED
          ? applied(ResultCodec.decode(detail))
          : of(fate, ByteReader.of(detail).readText());
    }
  }

  /** What may become of a request, with its number on the wire. */
  public enum Fate {
    APPLIED(0),
    REFUSED(1),
    NOT_LEADER(2),
    UNKNOWN(3);

    private final int code;

    Fate(int code) {
      this.code = code;
    }

    static Fate of(int code) {
      for (Fate fate : values()) {
        if (fate.code == code) {
          return fate;
        }
      }
      throw new CodecException("unknown fate of a request: " + code);
    }
  }

  public static byte[] encodeItems(List<Submission> submissions, long nowNanos) {
    int size = ITEM_HEAD;
    for (Submission each : submissions) {
      size += ITEM_HEAD + each.request().length;
    }
    ByteWriter to = new ByteWriter(size);
    to.writeByte(VERSION);
    to.writeVarint(submissions.size());
    for (Submission each : submissions) {
      to.writeBoolean(each.isUrgent());
      to.writeVarint(Math.max(0, each.deadlineNanos() - nowNanos) / 1_000_000);
      to.writeBytes(each.request());
    }
    return to.toByteArray();
  }

  public static List<Item> decodeItems(byte[] bytes) {
    ByteReader from = open(bytes, "forwarded requests");
    int count = from.readCount();
    if (count > Outbox.MAX_REQUESTS) {
      throw new CodecException("too many forwarded requests: " + count);
    }
    List<Item> items = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      boolean urgent = from.readBoolean();
      long leftMillis = from.readVarint();
      items.add(new Item(from.readBytes(), urgent, leftMillis));
    }
    from.requireEnd("forwarded requests");
    return items;
  }

  public static byte[] encodeEndings(List<Ending> endings) {
    List<byte[]> details = new ArrayList<>(endings.size());
    int size = ITEM_HEAD;
    for (Ending each : endings) {
      byte[] detail = each.detail();
      details.add(detail);
      size += ITEM_HEAD + detail.length;
    }
    ByteWriter to = new ByteWriter(size);
    to.writeByte(VERSION);
    to.writeVarint(endings.size());
    for (int i = 0; i < endings.size(); i++) {
      to.writeByte(endings.get(i).fate().code);
      to.writeBytes(details.get(i));
    }
    return to.toByteArray();
  }

  /** Reads the endings of so many requests. */
  public static List<Ending> decodeEndings(byte[] bytes, int expected) {
    ByteReader from = open(bytes, "endings");
    int count = from.readCount();
    if (count != expected) {
      throw new CodecException(count + " endings for " + expected + " requests");
    }
    List<Ending> endings = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      endings.add(Ending.read(Fate.of(from.readByte()), from.readBytes()));
    }
    from.requireEnd("endings");
    return endings;
  }

  private static ByteReader open(byte[] bytes, String what) {
    ByteReader from = ByteReader.of(bytes);
    int version = from.readByte();
    if (version != VERSION) {
      throw new CodecException("unknown format version of " + what + ": " + version);
    }
    return from;
  }
}
