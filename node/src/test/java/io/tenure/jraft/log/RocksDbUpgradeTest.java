package io.tenure.jraft.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.LogStorage;
import com.alipay.sofa.jraft.storage.impl.RocksDBLogStorage;
import io.tenure.jraft.log.segment.FileSystemDirectory;
import io.tenure.jraft.log.segment.LogDirectory;
import io.tenure.jraft.log.segment.LogFile;
import io.tenure.jraft.log.segment.SegmentedLog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log that an older version left in RocksDB is taken over at the first start. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RocksDbUpgradeTest {

  private static final int COUNT = 60;

  private final List<LogEntry> entries = new ArrayList<>();

  @TempDir Path path;

  @BeforeEach
  void entries() {
    Random random = new Random(8);
    for (long index = 1; index <= COUNT; index++) {
      entries.add(Entries.random(index, 1 + index / 20, random));
    }
  }

  private interface Change {
    void make(LogStorage storage);
  }

  private void before(Change change) {
    RocksDBLogStorage storage = new RocksDBLogStorage(path.toString(), new RaftOptions());
    assertThat(storage.init(Entries.options(new ConfigurationManager()))).isTrue();
    assertThat(storage.appendEntries(entries)).isEqualTo(COUNT);
    change.make(storage);
    storage.shutdown();
  }

  private SegmentLogStorage after(ConfigurationManager configurations) {
    SegmentLogStorage storage = new SegmentLogStorage(path);
    assertThat(storage.init(Entries.options(configurations))).isTrue();
    return storage;
  }

  private void requireEntries(SegmentLogStorage storage, long first, long last) {
    assertThat(storage.getFirstLogIndex()).isEqualTo(first);
    assertThat(storage.getLastLogIndex()).isEqualTo(last);
    for (long index = first; index <= last; index++) {
      assertThat(Entries.text(storage.getEntry(index)))
          .isEqualTo(Entries.text(entries.get((int) index - 1)));
    }
    storage.shutdown();
  }

  @Test
  void all_entries_and_configurations_are_there_afterwards() {
    before(storage -> {});
    for (int i = 0; i < 2; i++) {
      ConfigurationManager configurations = new ConfigurationManager();
      SegmentLogStorage storage = after(configurations);
      requireEntries(storage, 1, COUNT);
      LogId newest =
          entries.stream()
              .filter(entry -> entry.getPeers() != null)
              .map(LogEntry::getId)
              .reduce((one, next) -> next)
              .orElseThrow();
      assertThat(configurations.getLastConfiguration().getId()).isEqualTo(newest);
    }
  }

  @Test
  void what_was_cut_off_is_not_there() {
    before(
        storage -> {
          storage.truncatePrefix(17);
          storage.truncateSuffix(50);
        });
    requireEntries(after(new ConfigurationManager()), 17, 50);
  }

  @Test
  void a_log_that_was_emptied_begins_where_it_did() {
    before(storage -> storage.truncatePrefix(100));
    requireEntries(after(new ConfigurationManager()), 100, 99);
  }

  /** JRaft wrote an entry of no term there, on which it could not go on after a restart. */
  @Test
  void a_log_that_was_reset_is_empty() {
    before(storage -> storage.reset(200));
    requireEntries(after(new ConfigurationManager()), 200, 199);
  }

  @Test
  void an_older_version_does_not_open_the_new_log() {
    before(storage -> {});
    after(new ConfigurationManager()).shutdown();
    RocksDBLogStorage older = new RocksDBLogStorage(path.toString(), new RaftOptions());
    assertThat(older.init(Entries.options(new ConfigurationManager()))).isFalse();
    requireEntries(after(new ConfigurationManager()), 1, COUNT);
  }

  /** As a process that is killed does, or one whose disk is full. */
  @Test
  void a_start_that_breaks_off_anywhere_does_no_harm() {
    before(storage -> {});
    int point = 0;
    while (!opensWithin(point)) {
      point++;
    }
    assertThat(point).isGreaterThan(10);
    requireEntries(after(new ConfigurationManager()), 1, COUNT);
  }

  private boolean opensWithin(int changes) {
    SegmentLogStorage storage =
        new SegmentLogStorage(
            path, new FailingDirectory(path, changes), new SegmentedLog.Sizes(2_000, 512));
    boolean opened = storage.init(Entries.options(new ConfigurationManager()));
    storage.shutdown();
    return opened;
  }

  /** Fails after so many changes. */
  private static final class FailingDirectory implements LogDirectory {

    private final FileSystemDirectory directory;
    private int left;

    FailingDirectory(Path path, int changes) {
      directory = new FileSystemDirectory(path);
      left = changes;
    }

    private void change() throws IOException {
      if (left == 0) {
        throw new IOException("No space left on device");
      }
      left--;
    }

    @Override
    public List<String> names() throws IOException {
      return directory.names();
    }

    @Override
    public LogFile create(String name) throws IOException {
      change();
      return directory.create(name);
    }

    @Override
    public LogFile open(String name) throws IOException {
      change();
      return directory.open(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
      change();
      directory.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
      change();
      directory.delete(name);
    }

    @Override
    public void sync() throws IOException {
      change();
      directory.sync();
    }
  }
}
