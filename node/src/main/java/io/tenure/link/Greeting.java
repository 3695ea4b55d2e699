package io.tenure.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.tenure.codec.ByteReader;
import io.tenure.codec.ByteWriter;
import io.tenure.codec.CodecException;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.IdentityText;
import io.tenure.node.identity.Run;
import java.util.Optional;

/**
 * What both sides say first. Bytes behind the fields that this version knows are for later ones.
 *
 * @param oldest the oldest version of the link's protocol that the sender speaks
 * @param newest the newest one
 * @param sender who says it; nothing if the other side is not told
 * @param refusal why the sender wants nothing to do with the other side; empty if it does
 * @param run of the sender's data directory
 */
record Greeting(int oldest, int newest, Optional<Identity> sender, String refusal, Run run) {

  Greeting(int oldest, int newest, Optional<Identity> sender, String refusal) {
    this(oldest, newest, sender, refusal, Run.UNKNOWN);
  }

  /** The version that this code speaks; it speaks no other yet. */
  static final int VERSION = 1;

  /** Room for an identity and a reason. */
  static final int MAX_BYTES = 2 * IdentityText.MAX_LENGTH;

  private static final int MAGIC = 0x54_4E_52_45; // TNRE
  private static final int MAX_REASON = 4_096;

  static Greeting from(Identity own, Run run) {
    return new Greeting(VERSION, VERSION, Optional.of(own), "", run);
  }

  static Greeting refusing(Optional<Identity> own, String reason) {
    String told = reason.length() > MAX_REASON ? reason.substring(0, MAX_REASON) : reason;
    return new Greeting(VERSION, VERSION, own, told);
  }

  boolean isRefusal() {
    return !refusal.isEmpty();
  }

  /** Why the two sides have no version in common, if so. */
  Optional<String> objectionToVersions() {
    return oldest <= VERSION && VERSION <= newest
        ? Optional.empty()
        : Optional.of(
            "it speaks versions %d to %d of the protocol between nodes, and this node version %d"
                .formatted(oldest, newest, VERSION));
  }

  ByteBuf encoded(ByteBufAllocator allocator) {
    ByteWriter to = new ByteWriter(1_024);
    to.writeLong(MAGIC);
    to.writeVarint(oldest);
    to.writeVarint(newest);
    to.writeText(sender.map(IdentityText::print).orElse(""));
    to.writeText(refusal);
    to.writeVarint(run.number());
    to.writeLong(run.life());
    byte[] bytes = to.toByteArray();
    return allocator.buffer(Integer.BYTES + bytes.length).writeInt(bytes.length).writeBytes(bytes);
  }

  /** Reads a frame that holds a greeting; fails with a reason that can be logged. */
  static Greeting decoded(ByteBuf frame) {
    byte[] bytes = new byte[frame.readableBytes()];
    frame.readBytes(bytes);
    ByteReader from = ByteReader.of(bytes);
    if (from.readLong() != MAGIC) {
      throw new CodecException("it is not a node of Tenure");
    }
    int oldest = from.readInt();
    int newest = from.readInt();
    String identity = from.readText();
    Optional<Identity> sender = IdentityText.parse(identity);
    if (sender.isEmpty() && !identity.isEmpty()) {
      throw new CodecException("its identity cannot be read");
    }
    String refusal = from.readText();
    return new Greeting(oldest, newest, sender, refusal, runIn(from));
  }

  /** Those who do not count their runs end here. */
  private static Run runIn(ByteReader from) {
    return from.remaining() == 0 ? Run.UNKNOWN : new Run(from.readVarint(), from.readLong());
  }
}
