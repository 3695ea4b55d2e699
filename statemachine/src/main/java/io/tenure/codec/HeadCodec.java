package io.tenure.codec;

import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.EndedLedger;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.Level;
import java.util.ArrayList;
import java.util.List;

/**
 * The one record of a store that changes with every write. On {@link Level#FIRST} it has the form
 * that version 0.1.0 reads.
 */
public final class HeadCodec {

  private static final int FIRST_VERSION = 1;

  /** With the term, the level, and settings of any level. */
  private static final int VERSION = 2;

  private HeadCodec() {}

  public static void encode(AppliedHead head, ByteWriter to) {
    LeaseTable.TableHead table = head.table();
    boolean first = table.level() == Level.FIRST;
    to.writeByte(first ? FIRST_VERSION : VERSION);
    if (!first) {
      to.writeVarint(table.level());
      to.writeVarint(head.term());
      to.writeVarint(table.settings().promotionGraceMicros());
    }
    to.writeVarint(head.index());
    to.writeLong(head.digest());
    to.writeVarint(head.answers());
    ValueCodec.write(to, table.now());
    to.writeVarint(table.lastClaim().value());
    to.writeVarint(table.lastVersion().value());
    ValueCodec.write(to, table.settings());
    to.writeLong(table.endedDigest());
    to.writeVarint(table.ended());
    to.writeVarint(table.dropped());
    to.writeVarint(table.marks().size());
    for (EndedLedger.Mark mark : table.marks()) {
      to.writeVarint(mark.first());
      to.writeVarint(mark.opened().micros());
      to.writeVarint(mark.last().micros());
    }
    if (!first) {
      to.writeVarint(table.forgotten().size());
      table.forgotten().forEach(delivery -> ValueCodec.write(to, delivery));
    }
  }

  /**
   * Reads a head. The level stands right behind the version from the second on, so that who reads a
   * later version can say what it lacks.
   *
   * @throws io.tenure.kernel.NewerLevelException if it is of a level that this version lacks
   */
  public static AppliedHead decode(byte[] bytes) {
    ByteReader from = ByteReader.of(bytes);
    int version = from.readByte();
    int level = version <= FIRST_VERSION ? Level.FIRST : from.readInt();
    KnownLevels.ALL.require(level);
    if (version == 0 || version > VERSION) {
      throw Codes.unknown("format version of head", version);
    }
    return Formats.readWhole(from, "head", rest -> read(version, level, rest));
  }

  private static AppliedHead read(int version, int level, ByteReader from) {
    boolean first = version == FIRST_VERSION;
    long term = first ? 0 : from.readVarint();
    long graceMicros = first ? 0 : from.readVarint();
    return new AppliedHead(
        from.readVarint(),
        term,
        from.readLong(),
        from.readVarint(),
        readTable(from, level, graceMicros));
  }

  private static LeaseTable.TableHead readTable(ByteReader from, int level, long graceMicros) {
    return new LeaseTable.TableHead(
        ValueCodec.readMoment(from),
        ValueCodec.readClaimId(from),
        ValueCodec.readVersion(from),
        ValueCodec.readSettings(from).withPromotionGrace(graceMicros),
        from.readLong(),
        from.readVarint(),
        from.readVarint(),
        readMarks(from),
        level,
        level == Level.FIRST ? List.of() : readForgotten(from));
  }

  private static List<DeliveryId> readForgotten(ByteReader from) {
    int count = from.readCount();
    List<DeliveryId> forgotten = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      forgotten.add(ValueCodec.readDelivery(from));
    }
    return forgotten;
  }

  private static List<EndedLedger.Mark> readMarks(ByteReader from) {
    int count = from.readCount();
    List<EndedLedger.Mark> marks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      marks.add(
          new EndedLedger.Mark(
              from.readVarint(), ValueCodec.readTime(from), ValueCodec.readTime(from)));
    }
    return marks;
  }
}
