package io.tenure.jraft.log.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.jraft.log.segment.SegmentedLog.Sizes;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A disk that has changed or lost what was synced is found out, and nothing is skipped. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DamageTest {

  private static final Sizes SMALL = new Sizes(600, 256);
  private static final int BATCHES = 9;
  private static final int BATCH = 3;

  private final SimulatedDirectory directory = new SimulatedDirectory();
  private final TreeMap<Long, TestEntry> written = new TreeMap<>();
  private SegmentedLog log;

  @BeforeEach
  void write() throws IOException {
    Random random = new Random(3);
    log = SegmentedLog.create(directory, SMALL, 1);
    for (int i = 0; i < BATCHES; i++) {
      List<TestEntry> batch = TestEntry.batch(log.last(), BATCH, 1, random);
      batch.forEach(entry -> written.put(entry.index(), entry));
      log.append(batch);
    }
    assertThat(directory.names()).hasSizeGreaterThan(2);
  }

  /** Only the last batch can be taken for one that was being written when the power failed. */
  @Test
  void every_changed_byte_is_found_or_changes_no_record() throws IOException {
    int refused = 0;
    for (String name : directory.names()) {
      for (int at = 0; at < directory.bytes(name).length; at++) {
        refused += isRefusedWith(name, at, 1 << at % 8) ? 1 : 0;
        refused += isRefusedWith(name, at, 0xff) ? 1 : 0;
      }
    }
    assertThat(refused).isGreaterThan(2_000);
  }

  private boolean isRefusedWith(String name, int at, int bits) throws IOException {
    SimulatedDirectory damaged = directory.afterPowerLoss(new Random(0)); // all is synced
    damaged.bytes(name)[at] ^= (byte) bits;
    try {
      SegmentedLog found = SegmentedLog.open(damaged, SMALL, record -> {});
      assertThat(found.first()).isEqualTo(1);
      assertThat(found.last()).isGreaterThanOrEqualTo(written.lastKey() - BATCH);
      for (long index = 1; index <= found.last(); index++) {
        assertThat(found.read(index).map(TestEntry::of)).contains(written.get(index));
      }
      return false;
    } catch (DamagedLogException refused) {
      return true;
    }
  }

  @Test
  void a_record_that_turned_to_zeros_is_missed() throws IOException {
    byte[] youngest = directory.bytes(directory.names().get(directory.names().size() - 1));
    Arrays.fill(youngest, SegmentHeader.SIZE, SegmentHeader.SIZE + RecordFormat.HEADER, (byte) 0);
    assertThatThrownBy(this::open)
        .isInstanceOf(DamagedLogException.class)
        .hasMessageContaining("(at byte 64) is damaged, and later records are there")
        .hasMessageContaining("simulated/segment-");
  }

  @Test
  void a_file_that_is_gone_is_missed() throws IOException {
    directory.delete(directory.names().get(1));
    assertThatThrownBy(this::open)
        .isInstanceOf(DamagedLogException.class)
        .hasMessageContaining("record ");
  }

  @Test
  void files_that_are_all_gone_are_missed() throws IOException {
    for (String name : directory.names()) {
      directory.delete(name);
    }
    assertThatThrownBy(this::open).hasMessage("there is no segment of the log in simulated");
  }

  @Test
  void a_file_under_the_name_of_another_is_refused() throws IOException {
    directory.rename(directory.names().get(0), "segment-0000000077");
    assertThatThrownBy(this::open)
        .hasMessage("the header of simulated/segment-0000000077 is damaged");
  }

  @Test
  void damage_that_comes_later_is_found_by_whoever_reads() throws IOException {
    directory.bytes("segment-0000000001")[SegmentHeader.SIZE + RecordFormat.HEADER]++;
    assertThatThrownBy(() -> log.read(1))
        .isInstanceOf(DamagedLogException.class)
        .hasMessage("record 1 in segment-0000000001 is damaged");
    assertThat(log.read(2)).isPresent();
  }

  private SegmentedLog open() throws IOException {
    return SegmentedLog.open(directory, SMALL, record -> {});
  }
}
