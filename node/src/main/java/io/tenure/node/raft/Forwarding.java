package io.tenure.node.raft;

import io.tenure.codec.ResultCodec;
import io.tenure.kernel.Result;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The bytes of a batch of requests on its way to the leader, and of what became of each. */
final class Forwarding {

  private Forwarding() {}

  /** A request as a follower hands it over. */
  record Item(byte[] request, boolean urgent) {}

  /** What became of one request; {@code detail} is an encoded result, or a reason. */
  record Ending(Fate fate, byte[] detail) {

    static Ending applied(Result result) {
      return new Ending(Fate.APPLIED, ResultCodec.encode(result));
    }

    static Ending of(Fate fate, String reason) {
      return new Ending(fate, reason.getBytes(StandardCharsets.UTF_8));
    }

    Result result() {
      return ResultCodec.decode(detail);
    }

    String reason() {
      return new String(detail, StandardCharsets.UTF_8);
    }
  }

  enum Fate {
    APPLIED,
    REFUSED,
    NOT_LEADER,
    UNKNOWN
  }

  static byte[] encodeItems(List<Submission> submissions) {
    int size = 4;
    for (Submission each : submissions) {
      size += 5 + each.request().length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(size).putInt(submissions.size());
    for (Submission each : submissions) {
      bytes.put((byte) (each.isUrgent() ? 1 : 0)).putInt(each.request().length);
      bytes.put(each.request());
    }
    return bytes.array();
  }

  static List<Item> decodeItems(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int count = in.getInt();
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      boolean urgent = in.get() == 1;
      items.add(new Item(take(in), urgent));
    }
    return items;
  }

  static byte[] encodeEndings(List<Ending> endings) {
    int size = 4;
    for (Ending each : endings) {
      size += 5 + each.detail().length;
    }
    ByteBuffer bytes = ByteBuffer.allocate(size).putInt(endings.size());
    for (Ending each : endings) {
      bytes.put((byte) each.fate().ordinal()).putInt(each.detail().length).put(each.detail());
    }
    return bytes.array();
  }

  static List<Ending> decodeEndings(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int count = in.getInt();
    List<Ending> endings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Fate fate = Fate.values()[in.get()];
      endings.add(new Ending(fate, take(in)));
    }
    return endings;
  }

  private static byte[] take(ByteBuffer in) {
    byte[] taken = new byte[in.getInt()];
    in.get(taken);
    return taken;
  }
}
