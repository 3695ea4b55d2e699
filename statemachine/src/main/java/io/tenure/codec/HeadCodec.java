package io.tenure.codec;

import io.tenure.kernel.EndedLedger;
import io.tenure.kernel.LeaseTable;
import java.util.ArrayList;
import java.util.List;

/** The one record of a store that changes with every write. */
public final class HeadCodec {

  private static final int VERSION = 1;

  private HeadCodec() {}

  public static void encode(AppliedHead head, ByteWriter to) {
    to.writeByte(VERSION);
    to.writeVarint(head.index());
    to.writeLong(head.digest());
    to.writeVarint(head.answers());
    LeaseTable.TableHead table = head.table();
    Values.write(to, table.now());
    to.writeVarint(table.lastClaim().value());
    to.writeVarint(table.lastVersion().value());
    Values.write(to, table.settings());
    to.writeLong(table.endedDigest());
    to.writeVarint(table.ended());
    to.writeVarint(table.dropped());
    to.writeVarint(table.marks().size());
    for (EndedLedger.Mark mark : table.marks()) {
      to.writeVarint(mark.first());
      to.writeVarint(mark.opened().micros());
      to.writeVarint(mark.last().micros());
    }
  }

  public static AppliedHead decode(byte[] bytes) {
    return Formats.readWhole(ByteReader.of(bytes), VERSION, "head", HeadCodec::read);
  }

  private static AppliedHead read(ByteReader from) {
    return new AppliedHead(from.readVarint(), from.readLong(), from.readVarint(), readTable(from));
  }

  private static LeaseTable.TableHead readTable(ByteReader from) {
    return new LeaseTable.TableHead(
        Values.readMoment(from),
        Values.readClaimId(from),
        Values.readVersion(from),
        Values.readSettings(from),
        from.readLong(),
        from.readVarint(),
        from.readVarint(),
        readMarks(from));
  }

  private static List<EndedLedger.Mark> readMarks(ByteReader from) {
    int count = from.readCount();
    List<EndedLedger.Mark> marks = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      marks.add(
          new EndedLedger.Mark(from.readVarint(), Values.readTime(from), Values.readTime(from)));
    }
    return marks;
  }
}
