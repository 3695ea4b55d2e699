package io.tenure.jraft.log;

import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.codec.LogEntryCodecFactory;
import io.tenure.jraft.log.segment.Entry;
import io.tenure.jraft.log.segment.StoredRecord;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * An entry that is in the log, or is about to be. JRaft computes the checksum of an entry whenever
 * it looks at it, also if it only wants its term; this one was checked when it was read, or never
 * left the memory. The checksum is still there for whoever gets the entry over the network.
 *
 * <p>As bytes it is a kind, and then for data its checksum and the data as they are; for all else,
 * which is rare, what JRaft's codec makes of it.
 */
final class StoredEntry extends LogEntry implements Entry {

  private static final byte DATA = 1;
  private static final byte CONFIGURATION = 2;
  private static final byte OTHER = 3;
  private static final int DATA_PREFIX = 1 + Long.BYTES;

  private final byte kind;
  private final byte[] encoded;

  private StoredEntry(LogEntry entry, byte[] encoded) {
    super(entry.getType());
    this.kind = kindOf(entry);
    this.encoded = encoded;
    setId(entry.getId().copy()); // JRaft changes the one that it has given us
    setPeers(entry.getPeers());
    setOldPeers(entry.getOldPeers());
    setLearners(entry.getLearners());
    setOldLearners(entry.getOldLearners());
    if (entry.hasChecksum()) {
      setChecksum(entry.getChecksum());
    }
    if (entry.getData() != null) {
      setData(entry.getData().duplicate());
    }
  }

  static StoredEntry of(LogEntry entry, LogEntryCodecFactory codec) {
    return new StoredEntry(
        entry, kindOf(entry) == DATA ? new byte[0] : codec.encoder().encode(entry));
  }

  private static byte kindOf(LogEntry entry) {
    return switch (entry.getType()) {
      case ENTRY_TYPE_DATA ->
          entry.hasChecksum() && entry.getPeers() == null && entry.getData() != null ? DATA : OTHER;
      case ENTRY_TYPE_CONFIGURATION -> CONFIGURATION;
      default -> OTHER;
    };
  }

  static boolean isConfiguration(StoredRecord stored) {
    return stored.payload().hasRemaining() && stored.payload().get(0) == CONFIGURATION;
  }

  /** The entry that a record holds; none if it was written by something that we do not know. */
  static Optional<StoredEntry> of(StoredRecord stored, LogEntryCodecFactory codec) {
    ByteBuffer bytes = stored.payload().duplicate();
    byte kind = bytes.hasRemaining() ? bytes.get() : 0;
    return switch (kind) {
      case DATA -> Optional.of(data(stored, bytes));
      case CONFIGURATION, OTHER -> decoded(bytes, codec);
      default -> Optional.empty();
    };
  }

  private static StoredEntry data(StoredRecord stored, ByteBuffer bytes) {
    LogEntry entry = new LogEntry(EntryType.ENTRY_TYPE_DATA);
    entry.setId(new LogId(stored.index(), stored.term()));
    entry.setChecksum(bytes.getLong());
    entry.setData(bytes.slice());
    return new StoredEntry(entry, new byte[0]);
  }

  private static Optional<StoredEntry> decoded(ByteBuffer bytes, LogEntryCodecFactory codec) {
    byte[] encoded = new byte[bytes.remaining()];
    bytes.get(encoded);
    return Optional.ofNullable(codec.decoder().decode(encoded))
        .map(entry -> new StoredEntry(entry, encoded));
  }

  @Override
  public long index() {
    return getId().getIndex();
  }

  @Override
  public long term() {
    return getId().getTerm();
  }

  @Override
  public int length() {
    return kind == DATA ? DATA_PREFIX + getData().remaining() : 1 + encoded.length;
  }

  @Override
  public void writeTo(ByteBuffer target) {
    target.put(kind);
    if (kind == DATA) {
      target.putLong(getChecksum()).put(getData().duplicate());
    } else {
      target.put(encoded);
    }
  }

  @Override
  public boolean isCorrupted() {
    return false;
  }
}
