package io.tenure.jraft.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.conf.ConfigurationEntry;
import com.alipay.sofa.jraft.conf.ConfigurationManager;
import com.alipay.sofa.jraft.entity.EnumOutter.EntryType;
import com.alipay.sofa.jraft.entity.LogEntry;
import io.tenure.jraft.log.segment.FileSystemDirectory;
import io.tenure.jraft.log.segment.SegmentedLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever JRaft does to its log, it finds what a map would hold, also after restarts. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SegmentLogStorageModelTest {

  private static final SegmentedLog.Sizes SMALL = new SegmentedLog.Sizes(2_000, 512);
  private static final int CHANGES = 1_000;

  private final NavigableMap<Long, LogEntry> model = new TreeMap<>();
  private long first = 1;
  private long last = 0;
  private long term = 1;

  @TempDir Path path;

  static LongStream seeds() {
    return LongStream.range(0, 4);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void a_log_holds_what_its_model_holds(long seed) {
    Random random = new Random(seed);
    SegmentLogStorage storage = opened();
    for (int i = 0; i < CHANGES; i++) {
      change(storage, random);
      check(storage, first + random.nextInt((int) (last - first) + 2));
      if (random.nextInt(40) == 0) {
        storage.shutdown();
        storage = opened();
      }
    }
    storage.shutdown();
  }

  private void change(SegmentLogStorage storage, Random random) {
    int size = (int) (last - first + 1);
    switch (random.nextInt(20)) {
      case 0, 1 -> {
        last -= random.nextInt(size + 1);
        model.tailMap(last, false).clear();
        term++;
        assertThat(storage.truncateSuffix(last)).isTrue();
      }
      case 2 -> {
        first += random.nextInt(size + 1);
        assertThat(storage.truncatePrefix(first)).isTrue();
      }
      case 3 -> {
        if (random.nextInt(5) == 0) {
          reset(storage, Math.max(1, last + random.nextInt(20) - 5));
        }
      }
      default -> append(storage, random);
    }
  }

  private void append(SegmentLogStorage storage, Random random) {
    List<LogEntry> batch = new ArrayList<>();
    int count = 1 + random.nextInt(8);
    for (int i = 0; i < count; i++) {
      last++;
      LogEntry entry = Entries.random(last, term, random);
      model.put(last, entry);
      batch.add(entry);
    }
    assertThat(storage.appendEntries(batch)).isEqualTo(count);
  }

  private void reset(SegmentLogStorage storage, long next) {
    model.clear();
    first = next;
    last = next - 1;
    term++;
    assertThat(storage.reset(next)).isTrue();
  }

  private void check(SegmentLogStorage storage, long index) {
    assertThat(storage.getFirstLogIndex()).isEqualTo(first);
    assertThat(storage.getLastLogIndex()).isEqualTo(last);
    LogEntry found = storage.getEntry(index);
    if (index > last) {
      assertThat(found).isNull();
    } else {
      assertThat(Entries.text(found)).isEqualTo(Entries.text(model.get(index)));
    }
  }

  /** What was cut off at the beginning may be back. */
  private SegmentLogStorage opened() {
    ConfigurationManager configurations = new ConfigurationManager();
    SegmentLogStorage storage = new SegmentLogStorage(path, new FileSystemDirectory(path), SMALL);
    assertThat(storage.init(Entries.options(configurations))).isTrue();
    assertThat(storage.getFirstLogIndex()).isLessThanOrEqualTo(first);
    first = storage.getFirstLogIndex();
    for (long index = first; index <= last; index++) {
      check(storage, index);
    }
    checkConfigurations(configurations);
    return storage;
  }

  private void checkConfigurations(ConfigurationManager configurations) {
    LogEntry newest =
        model.subMap(first, true, last + 1, false).descendingMap().values().stream()
            .filter(entry -> entry.getType() == EntryType.ENTRY_TYPE_CONFIGURATION)
            .findFirst()
            .orElse(new LogEntry());
    ConfigurationEntry found = configurations.getLastConfiguration();
    assertThat(found.getId()).isEqualTo(newest.getId());
  }
}
