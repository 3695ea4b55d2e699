package io.tenure.jraft.log;

import com.alipay.sofa.jraft.conf.Configuration;
import com.alipay.sofa.jraft.conf.ConfigurationEntry;
import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.codec.LogEntryCodecFactory;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import com.alipay.sofa.jraft.option.LogStorageOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.util.Describer;
import io.tenure.jraft.log.segment.FileSystemDirectory;
import io.tenure.jraft.log.segment.LogDirectory;
import io.tenure.jraft.log.segment.SegmentedLog;
import io.tenure.jraft.log.segment.StoredRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * JRaft's log in files of our own. Every batch is one write and one sync, always: {@code sync} of
 * JRaft's options is not asked.
 *
 * <p>A change that fails is told to JRaft, which then stops this node, as it does when an entry
 * cannot be read that should be there.
 */
public class SegmentLogStorage implements LogStorage, Describer {

  private static final Logger LOG = LoggerFactory.getLogger(SegmentLogStorage.class);

  private static final long TAIL_BYTES = 8L << 20;

  private final Path path;
  private final LogDirectory directory;
  private final SegmentedLog.Sizes sizes;
  private final Tail tail = new Tail(TAIL_BYTES);
  private LogEntryCodecFactory codec = LogEntryV2CodecFactory.getInstance();
  private volatile Optional<String> refusal = Optional.empty();
  private volatile boolean closed;
  private volatile @Nullable SegmentedLog log;

  public SegmentLogStorage(Path directory) {
    this(directory, new FileSystemDirectory(directory), SegmentedLog.Sizes.DEFAULT);
  }

  SegmentLogStorage(Path path, LogDirectory directory, SegmentedLog.Sizes sizes) {
    this.path = path;
    this.directory = directory;
    this.sizes = sizes;
  }

  private interface Change {
    void make(SegmentedLog log) throws IOException;
  }

  /** Why the log could not be opened, if it could not. */
  public Optional<String> refusal() {
    return refusal;
  }

  @Override
  public boolean init(LogStorageOptions options) {
    codec = options.getLogEntryCodecFactory();
    try {
      Files.createDirectories(path);
      SegmentedLog opened =
          new LogUpgrade(directory, sizes, codec, () -> RocksDbLog.open(path, options))
              .open(stored -> addConfiguration(stored, options.getConfigurationManager()));
      Optional<StoredRecord> last = opened.read(opened.last());
      if (last.isPresent()) {
        tail.add(entry(last.get())); // heartbeats ask for it until another one comes
      }
      log = opened;
    } catch (IOException failure) {
      LOG.error("the Raft log cannot be opened", failure);
      refusal = Optional.of("the Raft log cannot be opened: " + failure.getMessage());
      return false;
    }
    return true;
  }

  private void addConfiguration(StoredRecord stored, ConfigurationManager configurations) {
    if (StoredEntry.isConfiguration(stored)) {
      LogEntry entry =
          StoredEntry.of(stored, codec)
              .orElseThrow(() -> new IllegalStateException("cannot decode " + stored));
      ConfigurationEntry configuration = new ConfigurationEntry();
      configuration.setId(entry.getId().copy());
      configuration.setConf(new Configuration(entry.getPeers(), entry.getLearners()));
      if (entry.getOldPeers() != null) {
        configuration.setOldConf(new Configuration(entry.getOldPeers(), entry.getOldLearners()));
      }
      configurations.add(configuration);
    }
  }

  @Override
  public long getFirstLogIndex() {
    return opened().first();
  }

  @Override
  public long getLastLogIndex() {
    return opened().last();
  }

  @Override
  public @Nullable LogEntry getEntry(long index) {
    Optional<StoredEntry> newest = tail.get(index);
    return newest.isPresent() ? newest.get() : fromDisk(index);
  }

  private @Nullable LogEntry fromDisk(long index) {
    try {
      Optional<StoredRecord> stored = opened().read(index);
      return stored.isPresent() ? entry(stored.get()) : null;
    } catch (IOException failure) {
      if (closed) {
        return null;
      }
      LOG.error("entry {} of the Raft log cannot be read", index, failure);
      return new DamagedEntry(index);
    }
  }

  private StoredEntry entry(StoredRecord stored) throws IOException {
    return StoredEntry.of(stored, codec)
        .orElseThrow(() -> new IOException("record " + stored.index() + " is of an unknown kind"));
  }

  @Override
  @Deprecated
  public long getTerm(long index) {
    LogEntry entry = getEntry(index);
    return entry == null ? 0 : entry.getId().getTerm();
  }

  @Override
  public boolean appendEntry(LogEntry entry) {
    return appendEntries(List.of(entry)) == 1;
  }

  @Override
  public int appendEntries(List<LogEntry> entries) {
    List<StoredEntry> batch = new ArrayList<>(entries.size());
    for (LogEntry entry : entries) {
      batch.add(StoredEntry.of(entry, codec));
    }
    if (batch.isEmpty() || !succeeds(opened -> opened.append(batch))) {
      return 0;
    }
    batch.forEach(tail::add);
    return batch.size();
  }

  @Override
  public boolean truncatePrefix(long firstIndexKept) {
    return succeeds(opened -> opened.truncatePrefix(firstIndexKept));
  }

  @Override
  public boolean truncateSuffix(long lastIndexKept) {
    tail.truncateSuffix(lastIndexKept);
    return succeeds(opened -> opened.truncateSuffix(lastIndexKept));
  }

  @Override
  public boolean reset(long nextLogIndex) {
    tail.truncateSuffix(0);
    return succeeds(opened -> opened.reset(nextLogIndex));
  }

  private boolean succeeds(Change change) {
    try {
      change.make(opened());
      return true;
    } catch (IOException failure) {
      LOG.error("the Raft log cannot be written", failure);
      return false;
    }
  }

  private SegmentedLog opened() {
    SegmentedLog opened = log;
    if (opened == null) {
      throw new IllegalStateException("the Raft log in " + path + " is not open");
    }
    return opened;
  }

  /** JRaft may still ask for entries; it then gets those in memory. */
  @Override
  public void shutdown() {
    SegmentedLog opened = log;
    closed = true;
    if (opened != null) {
      try {
        opened.close();
      } catch (IOException failure) {
        LOG.warn("the Raft log could not be closed", failure);
      }
    }
  }

  @Override
  public void describe(Printer out) {
    out.print("  ").print(opened()).print(", bytes in memory: ").println(tail.bytes());
  }
}
