package io.tenure.jraft.log;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.impl.RocksDBLogStorage;
import java.io.IOException;
import java.nio.file.Path;

/** The log that versions up to 0.1.0 kept in RocksDB. */
final class RocksDbLog implements OldLog {

  private final RocksDBLogStorage storage;
  private final Path directory;
  private final long first;
  private final long last;

  private RocksDbLog(RocksDBLogStorage storage, Path directory) {
    this.storage = storage;
    this.directory = directory;
    this.first = storage.getFirstLogIndex();
    long found = storage.getLastLogIndex();
    this.last = found == first && isPlaceholder(storage.getEntry(first)) ? first - 1 : found;
  }

  /** JRaft wrote one of no term to a log that it had emptied, only to keep the index. */
  private static boolean isPlaceholder(LogEntry entry) {
    return entry != null
        && entry.getType() == EntryType.ENTRY_TYPE_NO_OP
        && entry.getId().getTerm() == 0;
  }

  static RocksDbLog open(Path directory, LogStorageOptions options) throws IOException {
    LogStorageOptions own = new LogStorageOptions();
    own.setGroupId(options.getGroupId());
    own.setConfigurationManager(new ConfigurationManager());
    own.setLogEntryCodecFactory(options.getLogEntryCodecFactory());
    RaftOptions raft = new RaftOptions();
    raft.setOpenStatistics(false);
    RocksDBLogStorage storage = new RocksDBLogStorage(directory.toString(), raft);
    if (!storage.init(own)) {
      throw new IOException("the log of an older version in " + directory + " cannot be opened");
    }
    return new RocksDbLog(storage, directory);
  }

  @Override
  public long first() {
    return first;
  }

  @Override
  public long last() {
    return last;
  }

  @Override
  public LogEntry entry(long index) throws IOException {
    LogEntry entry = storage.getEntry(index);
    if (entry == null || entry.isCorrupted() || entry.getId().getIndex() != index) {
      throw new IOException(
          "entry " + index + " in the log of an older version in " + directory + " is damaged");
    }
    return entry;
  }

  @Override
  public void close() {
    storage.shutdown();
  }
}
