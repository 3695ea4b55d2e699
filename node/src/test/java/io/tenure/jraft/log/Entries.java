package io.tenure.jraft.log;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Entries as JRaft hands them over, and how to compare them. */
final class Entries {

  private static final int MANY = 10;

  private Entries() {}

  static LogStorageOptions options(ConfigurationManager configurations) {
    LogStorageOptions options = new LogStorageOptions();
    options.setGroupId("test");
    options.setConfigurationManager(configurations);
    options.setLogEntryCodecFactory(LogEntryV2CodecFactory.getInstance());
    return options;
  }

  static LogEntry data(long index, long term, String text) {
    LogEntry entry = new LogEntry(EntryType.ENTRY_TYPE_DATA);
    entry.setId(new LogId(index, term));
    entry.setData(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    return sealed(entry);
  }

  static LogEntry configuration(long index, long term, String... peers) {
    LogEntry entry = new LogEntry(EntryType.ENTRY_TYPE_CONFIGURATION);
    entry.setId(new LogId(index, term));
    entry.setPeers(peers(peers));
    return sealed(entry);
  }

  static List<PeerId> peers(String... addresses) {
    return List.of(addresses).stream().map(PeerId::parsePeer).toList();
  }

  /** JRaft does this before it hands an entry over. */
  static LogEntry sealed(LogEntry entry) {
    entry.setChecksum(entry.checksum());
    return entry;
  }

  static LogEntry random(long index, long term, Random random) {
    return switch (random.nextInt(MANY)) {
      case 0 -> configuration(index, term, "127.0.0.1:" + (1 + random.nextInt(9)));
      case 1 -> data(index, term, "");
      default -> data(index, term, "x".repeat(random.nextInt(60)) + index);
    };
  }

  /** All that matters of an entry. */
  static String text(LogEntry entry) {
    return entry.getId()
        + " "
        + entry.getType()
        + " "
        + entry.getPeers()
        + " "
        + entry.getOldPeers()
        + " "
        + entry.getLearners()
        + " "
        + entry.getOldLearners()
        + " "
        + (entry.hasChecksum() ? entry.getChecksum() : "none")
        + " "
        + StandardCharsets.UTF_8.decode(entry.getData().duplicate());
  }
}
