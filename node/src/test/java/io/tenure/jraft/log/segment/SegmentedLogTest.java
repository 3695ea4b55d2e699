package io.tenure.jraft.log.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.jraft.log.segment.SegmentedLog.Sizes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a log promises to whoever changes and reads it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SegmentedLogTest {

  private static final Sizes SMALL = new Sizes(600, 256);

  private final SimulatedDirectory directory = new SimulatedDirectory();
  private final Random random = new Random(1);

  private SegmentedLog log(int records) throws IOException {
    SegmentedLog log = SegmentedLog.create(directory, SMALL, 1);
    for (int i = 0; i < records; i++) {
      append(log, 1);
    }
    return log;
  }

  private void append(SegmentedLog log, int count) throws IOException {
    log.append(TestEntry.batch(log.last(), count, 1, random));
  }

  private SegmentedLog reopened() throws IOException {
    return SegmentedLog.open(directory.afterPowerLoss(random), SMALL, record -> {});
  }

  @Test
  void a_new_log_has_no_record() throws IOException {
    SegmentedLog log = log(0);
    assertThat(log.first()).isEqualTo(1);
    assertThat(log.last()).isZero();
    assertThat(log.read(0)).isEmpty();
    assertThat(log.read(1)).isEmpty();
  }

  @Test
  void a_batch_is_one_write_and_one_sync() throws IOException {
    SegmentedLog log = SegmentedLog.create(directory, Sizes.DEFAULT, 1);
    long before = directory.changes();
    append(log, 500);
    assertThat(directory.changes() - before).isEqualTo(2);
  }

  @Test
  void a_log_that_was_reset_begins_where_it_was_told_with_no_record() throws IOException {
    SegmentedLog log = log(20);
    for (long next : new long[] {50, 10, 11}) {
      log.reset(next);
      for (SegmentedLog each : List.of(log, reopened())) {
        assertThat(each.first()).isEqualTo(next);
        assertThat(each.last()).isEqualTo(next - 1);
        assertThat(each.read(next)).isEmpty();
      }
    }
  }

  @Test
  void cutting_off_more_than_there_is_leaves_no_record() throws IOException {
    SegmentedLog log = log(20);
    log.truncatePrefix(40);
    for (SegmentedLog each : List.of(log, reopened())) {
      assertThat(each.first()).isEqualTo(40);
      assertThat(each.last()).isEqualTo(39);
    }
  }

  @Test
  void records_must_come_in_order() throws IOException {
    SegmentedLog log = log(3);
    for (long last : new long[] {2, 4}) {
      assertThatThrownBy(() -> log.append(TestEntry.batch(last, 1, 1, random)))
          .hasMessage("asked for record " + (last + 1) + " next, but the log has records 1 to 3");
    }
    assertThatThrownBy(() -> log.truncateSuffix(4)).isInstanceOf(IOException.class);
    append(log, 1);
    assertThat(log.last()).isEqualTo(4);
  }

  /** Who looked at what there is just before must not be told that it was never there. */
  @Test
  void records_that_were_cut_off_at_the_beginning_can_still_be_read() throws IOException {
    SegmentedLog log = log(100);
    log.truncatePrefix(80);
    assertThat(log.read(1)).isPresent();
    log.truncatePrefix(90);
    assertThat(log.read(1)).isEmpty();
    assertThat(log.read(79)).isPresent();
    log.reset(200);
    assertThat(log.read(99)).isPresent();
  }

  @Test
  void files_of_what_was_cut_off_are_deleted_later() throws IOException {
    SegmentedLog log = log(100);
    int files = directory.names().size();
    assertThat(files).isGreaterThan(5);
    log.truncatePrefix(99);
    assertThat(directory.names()).hasSize(files);
    log.truncatePrefix(100);
    assertThat(directory.names()).hasSize(1);
    log.truncateSuffix(99);
    append(log, 50);
    log.reset(300);
    append(log, 2);
    log.truncatePrefix(301);
    assertThat(directory.names()).hasSize(1);
  }

  @Test
  void a_log_that_has_failed_stays_failed_and_leaves_the_disk_alone() throws IOException {
    SegmentedLog log = log(5);
    directory.failAfter(1, "Input/output error"); // the write succeeds, its sync does not
    assertThatThrownBy(() -> append(log, 1)).hasMessage("Input/output error");
    directory.failAfter(Long.MAX_VALUE, "");
    long changes = directory.changes();

    for (LogModel.Change change :
        List.<LogModel.Change>of(
            failed -> append(failed, 1),
            failed -> failed.truncateSuffix(2),
            failed -> failed.truncatePrefix(3),
            failed -> failed.reset(9))) {
      assertThatThrownBy(() -> change.make(log))
          .hasMessage("the log has failed before: Input/output error");
    }
    assertThat(directory.changes()).isEqualTo(changes);
    assertThat(log.last()).isEqualTo(5);
    assertThat(log.read(5)).isPresent();
  }

  @Test
  void what_a_failed_log_had_acknowledged_is_found() throws IOException {
    for (int point = 0; point < 30; point++) {
      SimulatedDirectory failing = new SimulatedDirectory();
      SegmentedLog log = SegmentedLog.create(failing, SMALL, 1);
      failing.failAfter(point, "No space left on device");
      assertThatThrownBy(
              () -> {
                while (true) {
                  append(log, 2);
                }
              })
          .hasMessage("No space left on device");
      failing.failAfter(Long.MAX_VALUE, "");
      assertThat(SegmentedLog.open(failing, SMALL, record -> {}).last())
          .isBetween(log.last(), log.last() + 2);
    }
  }

  @Test
  void a_thread_that_is_interrupted_while_it_reads_takes_nobody_with_it(@TempDir Path path)
      throws IOException {
    try (SegmentedLog log = SegmentedLog.create(new FileSystemDirectory(path), Sizes.DEFAULT, 1)) {
      append(log, 3);
      Thread.currentThread().interrupt();
      assertThat(log.read(2)).isPresent();
      assertThat(Thread.interrupted()).isTrue();
      append(log, 1);
      assertThat(log.read(4)).isPresent();
    }
  }

  @Test
  void an_open_log_that_is_closed_says_so_to_late_readers(@TempDir Path path) throws IOException {
    SegmentedLog log = SegmentedLog.create(new FileSystemDirectory(path), Sizes.DEFAULT, 1);
    append(log, 3);
    log.close();
    assertThatThrownBy(() -> log.read(2)).isInstanceOf(IOException.class);
  }
}
