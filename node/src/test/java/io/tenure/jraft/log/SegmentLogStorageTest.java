package io.tenure.jraft.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.conf.ConfigurationEntry;
import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.LogId;
import com.alipay.sofa.jraft.util.Describer;
import io.tenure.jraft.log.segment.SegmentedLog;
import io.tenure.jraft.log.segment.SimulatedDirectory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What JRaft relies on when it calls its log storage. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SegmentLogStorageTest {

  private final SimulatedDirectory disk = new SimulatedDirectory();

  @TempDir Path path;

  private SegmentLogStorage opened() {
    return opened(new ConfigurationManager());
  }

  private SegmentLogStorage opened(ConfigurationManager configurations) {
    SegmentLogStorage storage = new SegmentLogStorage(path, disk, SegmentedLog.Sizes.DEFAULT);
    assertThat(storage.init(Entries.options(configurations))).isTrue();
    return storage;
  }

  private static SegmentLogStorage with(SegmentLogStorage storage, LogEntry... entries) {
    assertThat(storage.appendEntries(List.of(entries))).isEqualTo(entries.length);
    return storage;
  }

  @Test
  void a_new_log_begins_with_1_and_has_no_entry() {
    SegmentLogStorage storage = opened();
    assertThat(storage.getFirstLogIndex()).isEqualTo(1);
    assertThat(storage.getLastLogIndex()).isZero();
    assertThat(storage.getEntry(1)).isNull();
    assertThat(storage.appendEntries(List.of())).isZero();
  }

  @Test
  void entries_come_back_as_they_were_from_memory_and_from_disk() {
    LogEntry joint = new LogEntry(EntryType.ENTRY_TYPE_CONFIGURATION);
    joint.setId(new LogId(3, 2));
    joint.setPeers(Entries.peers("127.0.0.1:1", "127.0.0.1:2"));
    joint.setOldPeers(Entries.peers("127.0.0.1:1"));
    joint.setLearners(Entries.peers("127.0.0.1:3"));
    joint.setOldLearners(Entries.peers("127.0.0.1:4"));
    LogEntry unsealed = new LogEntry(EntryType.ENTRY_TYPE_DATA);
    unsealed.setId(new LogId(5, 2));
    unsealed.setData(ByteBuffer.wrap(new byte[] {'a'}));
    LogEntry none = new LogEntry(EntryType.ENTRY_TYPE_NO_OP);
    none.setId(new LogId(6, 2));
    LogEntry[] entries = {
      Entries.data(1, 1, "one"),
      Entries.data(2, 2, ""),
      Entries.sealed(joint),
      Entries.configuration(4, 2, "127.0.0.1:1", "127.0.0.1:2"),
      unsealed,
      none
    };
    SegmentLogStorage storage = with(opened(), entries);
    for (SegmentLogStorage each : List.of(storage, opened())) {
      for (LogEntry entry : entries) {
        LogEntry found = each.getEntry(entry.getId().getIndex());
        assertThat(Entries.text(found)).isEqualTo(Entries.text(entry));
        assertThat(found.isCorrupted()).isFalse();
        assertThat(found.hasChecksum()).isEqualTo(entry.hasChecksum());
      }
    }
  }

  @Test
  void the_checksum_for_the_network_is_that_of_the_entry() {
    with(opened(), Entries.data(1, 1, "some"), Entries.data(2, 1, "thing"));
    LogEntry found = opened().getEntry(1);
    assertThat(found.getChecksum()).isEqualTo(found.checksum());
  }

  /** JRaft changes the id of the entry that it appended last when it cuts off what follows. */
  @Test
  void an_entry_in_memory_is_not_that_of_jraft() {
    LogEntry entry = Entries.data(1, 1, "text");
    SegmentLogStorage storage = with(opened(), entry);
    entry.getId().setTerm(9);
    entry.getData().get();
    assertThat(Entries.text(storage.getEntry(1)))
        .isEqualTo(Entries.text(Entries.data(1, 1, "text")));
  }

  @Test
  void configurations_are_told_when_the_log_is_opened() {
    LogEntry joint = Entries.configuration(3, 2, "127.0.0.1:1", "127.0.0.1:2");
    joint.setOldPeers(Entries.peers("127.0.0.1:1"));
    SegmentLogStorage storage =
        with(
            opened(),
            Entries.configuration(1, 1, "127.0.0.1:1"),
            Entries.data(2, 1, ""),
            Entries.sealed(joint),
            Entries.configuration(4, 2, "127.0.0.1:9"));
    storage.truncateSuffix(3);
    ConfigurationManager found = new ConfigurationManager();
    opened(found);

    ConfigurationEntry last = found.getLastConfiguration();
    assertThat(last.getId()).isEqualTo(new LogId(3, 2));
    assertThat(last.getConf().getPeers()).isEqualTo(joint.getPeers());
    assertThat(last.getOldConf().getPeers()).isEqualTo(joint.getOldPeers());
    assertThat(found.get(2).getId()).isEqualTo(new LogId(1, 1));
    assertThat(found.get(2).getOldConf().isEmpty()).isTrue();
  }

  @Test
  void a_batch_that_does_not_come_next_is_refused_as_a_whole() {
    SegmentLogStorage storage = with(opened(), Entries.data(1, 1, "a"));
    assertThat(storage.appendEntries(List.of(Entries.data(3, 1, "c")))).isZero();
    assertThat(storage.appendEntries(List.of(Entries.data(2, 1, "b"), Entries.data(4, 1, "d"))))
        .isZero();
    assertThat(storage.getLastLogIndex()).isEqualTo(1);
    assertThat(storage.getEntry(2)).isNull();
  }

  @Test
  void what_replaces_entries_that_were_cut_off_is_what_is_read() {
    SegmentLogStorage storage =
        with(opened(), Entries.data(1, 1, "a"), Entries.data(2, 1, "b"), Entries.data(3, 1, "c"));
    assertThat(storage.truncateSuffix(1)).isTrue();
    assertThat(storage.getEntry(2)).isNull();
    with(storage, Entries.data(2, 4, "new"));
    for (SegmentLogStorage each : List.of(storage, opened())) {
      assertThat(each.getLastLogIndex()).isEqualTo(2);
      assertThat(each.getEntry(2).getId()).isEqualTo(new LogId(2, 4));
    }
  }

  @Test
  void a_log_that_was_reset_has_no_entry_and_goes_on_where_it_was_told() {
    SegmentLogStorage storage = with(opened(), Entries.data(1, 1, "a"), Entries.data(2, 1, "b"));
    assertThat(storage.reset(2)).isTrue();
    assertThat(storage.getEntry(2)).isNull();
    assertThat(storage.truncatePrefix(7)).isTrue();
    for (SegmentLogStorage each : List.of(storage, opened())) {
      assertThat(each.getFirstLogIndex()).isEqualTo(7);
      assertThat(each.getLastLogIndex()).isEqualTo(6);
    }
    with(opened(), Entries.data(7, 3, "seven"));
    assertThat(opened().getEntry(7).getId().getTerm()).isEqualTo(3);
  }

  @Test
  void a_disk_that_fails_is_told_and_not_asked_again() {
    SegmentLogStorage storage = with(opened(), Entries.data(1, 1, "a"));
    disk.failAfter(1, "Input/output error");
    assertThat(storage.appendEntries(List.of(Entries.data(2, 1, "b")))).isZero();
    disk.failAfter(Long.MAX_VALUE, "");
    assertThat(storage.appendEntries(List.of(Entries.data(2, 1, "b")))).isZero();
    assertThat(storage.truncateSuffix(0)).isFalse();
    assertThat(storage.truncatePrefix(2)).isFalse();
    assertThat(storage.reset(5)).isFalse();
  }

  /** JRaft stops the node when it gets an entry that says so of itself. */
  @Test
  void an_entry_that_the_disk_has_changed_says_that_it_is_corrupted() throws IOException {
    with(opened(), Entries.data(1, 1, "a"), Entries.data(2, 1, "b"));
    SegmentLogStorage storage = opened();
    byte[] file = disk.bytes("segment-0000000001");
    file[64 + 40] ^= 1;
    assertThat(storage.getEntry(1).isCorrupted()).isTrue();
    assertThat(storage.getEntry(1).checksum()).isNotZero();
    assertThat(storage.getEntry(2).isCorrupted()).isFalse();
  }

  @Test
  void a_damaged_log_is_not_opened_and_says_why() throws IOException {
    SegmentLogStorage storage = with(opened(), Entries.data(1, 1, "a"));
    with(storage, Entries.data(2, 1, "b"));
    disk.bytes("segment-0000000001")[64 + 40] ^= 1;
    SegmentLogStorage damaged = new SegmentLogStorage(path, disk, SegmentedLog.Sizes.DEFAULT);
    assertThat(damaged.init(Entries.options(new ConfigurationManager()))).isFalse();
    assertThat(damaged.refusal())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains("record 1 in simulated/segment-0000000001")
                    .contains("is damaged"));
    damaged.shutdown();
  }

  @Test
  void reads_may_come_after_the_end() {
    SegmentLogStorage storage = new SegmentLogStorage(path);
    assertThat(storage.init(Entries.options(new ConfigurationManager()))).isTrue();
    with(storage, Entries.data(1, 1, "a"), Entries.data(2, 1, "b"));
    storage.shutdown();
    storage = new SegmentLogStorage(path);
    assertThat(storage.init(Entries.options(new ConfigurationManager()))).isTrue();
    storage.shutdown();
    storage.shutdown();
    assertThat(storage.getEntry(2)).isNotNull();
    assertThat(storage.getEntry(1)).isNull();
  }

  @Test
  void a_log_describes_itself() {
    StringWriter text = new StringWriter();
    with(opened(), Entries.data(1, 1, "a"))
        .describe(new Describer.DefaultPrinter(new PrintWriter(text, true)));
    assertThat(text.toString()).contains("records 1 to 1 in 1 segments, bytes in memory: ");
  }
}
