package io.tenure.jraft.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.sofa.jraft.entity.LogEntry;
import com.alipay.sofa.jraft.entity.codec.v2.LogEntryV2CodecFactory;
import io.tenure.jraft.log.segment.LogFile;
import io.tenure.jraft.log.segment.SegmentedLog;
import io.tenure.jraft.log.segment.SimulatedDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * The power may fail while a log is taken over from an older version: then the old one is whole, or
 * the new one. The old one here is a list of entries that can be read as long as all files are
 * there that an older version has left.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LogUpgradeTest {

  private static final SegmentedLog.Sizes SMALL = new SegmentedLog.Sizes(600, 256);
  private static final List<String> OLD_FILES =
      List.of("000004.log", "000007.sst", "CURRENT", "IDENTITY", "LOCK", "LOG", "MANIFEST-000005");
  private static final int DRAWS = 25;
  private static final long FIRST = 6;
  private static final int COUNT = 40;

  private final List<LogEntry> entries = new ArrayList<>();
  private int reads;

  LogUpgradeTest() {
    Random random = new Random(4);
    for (long index = FIRST; index < FIRST + COUNT; index++) {
      entries.add(Entries.random(index, 1, random));
    }
  }

  private static SimulatedDirectory oldDirectory() throws IOException {
    SimulatedDirectory directory = new SimulatedDirectory();
    for (String name : OLD_FILES) {
      write(directory, name, "MANIFEST-000005\n");
    }
    directory.sync();
    return directory;
  }

  private static void write(SimulatedDirectory directory, String name, String text)
      throws IOException {
    LogFile file = directory.create(name);
    file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
    file.force();
  }

  private SegmentedLog open(SimulatedDirectory directory) throws IOException {
    return new LogUpgrade(
            directory, SMALL, LogEntryV2CodecFactory.getInstance(), () -> old(directory))
        .open(record -> {});
  }

  private OldLog old(SimulatedDirectory directory) throws IOException {
    reads++;
    for (String name : OLD_FILES) {
      assertThat(new String(directory.bytes(name), StandardCharsets.UTF_8))
          .as(name)
          .isEqualTo("MANIFEST-000005\n");
    }
    return new OldLog() {
      @Override
      public long first() {
        return FIRST;
      }

      @Override
      public long last() {
        return FIRST + COUNT - 1;
      }

      @Override
      public LogEntry entry(long index) {
        return entries.get((int) (index - FIRST));
      }

      @Override
      public void close() {}
    };
  }

  private void requireAll(SegmentedLog log) throws IOException {
    assertThat(log.first()).isEqualTo(FIRST);
    assertThat(log.last()).isEqualTo(FIRST + COUNT - 1);
    for (LogEntry entry : entries) {
      StoredEntry found =
          StoredEntry.of(
                  log.read(entry.getId().getIndex()).orElseThrow(),
                  LogEntryV2CodecFactory.getInstance())
              .orElseThrow();
      assertThat(Entries.text(found)).isEqualTo(Entries.text(entry));
    }
  }

  @Test
  void the_old_log_is_read_once_and_its_files_are_deleted() throws IOException {
    SimulatedDirectory directory = oldDirectory();
    for (int i = 0; i < 3; i++) {
      try (SegmentedLog log = open(directory)) {
        requireAll(log);
      }
    }
    assertThat(reads).isEqualTo(1);
    assertThat(directory.names())
        .contains("CURRENT")
        .allMatch(name -> name.equals("CURRENT") || name.startsWith("segment-"));
  }

  @Test
  void the_old_log_or_the_new_one_is_whole_wherever_the_power_fails() throws IOException {
    SimulatedDirectory all = oldDirectory();
    long before = all.changes();
    open(all).close();
    long changes = all.changes() - before;
    assertThat(changes).isGreaterThan(30);
    for (long point = 0; point < changes; point++) {
      for (int draw = 0; draw < DRAWS; draw++) {
        SimulatedDirectory directory = oldDirectory();
        failAfter(directory, point);
        directory = directory.afterPowerLoss(new Random(draw));
        failAfter(directory, draw);
        try (SegmentedLog log = open(directory.afterPowerLoss(new Random(draw)))) {
          requireAll(log);
        }
      }
    }
  }

  private void failAfter(SimulatedDirectory directory, long changes) {
    directory.failAfter(changes, "power");
    try {
      open(directory).close();
    } catch (IOException failed) {
      assertThat(failed).hasMessage("power");
    }
  }

  @Test
  void a_directory_without_a_log_gets_one_wherever_the_power_fails() throws IOException {
    for (int point = 0; point < 12; point++) {
      for (int draw = 0; draw < DRAWS; draw++) {
        SimulatedDirectory directory = new SimulatedDirectory();
        failAfter(directory, point);
        try (SegmentedLog log = open(directory.afterPowerLoss(new Random(draw)))) {
          assertThat(log.first()).isEqualTo(1);
          assertThat(log.last()).isZero();
        }
      }
    }
    assertThat(reads).isZero();
  }

  @Test
  void a_log_without_its_mark_is_refused() throws IOException {
    SimulatedDirectory directory = oldDirectory();
    open(directory).close();
    directory.delete("CURRENT");
    assertThatThrownBy(() -> open(directory))
        .hasMessage(
            "the file CURRENT is gone from simulated, so it is unknown whether the log there is"
                + " complete");
    SimulatedDirectory old = oldDirectory();
    old.delete("CURRENT");
    assertThatThrownBy(() -> open(old)).hasMessageStartingWith("the file CURRENT is gone");
  }

  @Test
  void a_mark_without_a_log_is_refused() throws IOException {
    SimulatedDirectory directory = new SimulatedDirectory();
    open(directory).close();
    SegmentedLog.delete(directory);
    assertThatThrownBy(() -> open(directory))
        .hasMessage("there is no segment of the log in simulated");
  }
}
