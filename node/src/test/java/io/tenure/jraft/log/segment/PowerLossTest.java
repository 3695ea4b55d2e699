package io.tenure.jraft.log.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.jraft.log.segment.SegmentedLog.Sizes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The power may fail at any moment, and anything that was not synced may be lost. Whatever was
 * acknowledged is there afterwards, and nothing that was cut off comes back in its place.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PowerLossTest {

  private static final Sizes SMALL = new Sizes(600, 256);
  private static final int LOSSES = 400;
  private static final int CHANGES_BETWEEN = 60;
  private static final int DRAWS = 40;

  static LongStream seeds() {
    return LongStream.range(0, 40);
  }

  /** Also while a log is opened after the last time. */
  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void nothing_acknowledged_is_lost_however_often_the_power_fails(long seed) throws IOException {
    Random random = new Random(seed);
    SimulatedDirectory directory = new SimulatedDirectory();
    Run run = new Run(new LogModel(7));
    SegmentedLog.create(directory, SMALL, 7).close();
    for (int i = 0; i < LOSSES; i++) {
      directory.failAfter(random.nextInt(CHANGES_BETWEEN), "power");
      run.untilItFails(directory, random);
      directory = random.nextInt(5) == 0 ? directory.afterKill() : directory.afterPowerLoss(random);
    }
    run.open(directory);
  }

  /** One course of events, cut off after each of its changes, and each time in many ways. */
  @Test
  void a_log_survives_a_power_loss_at_every_point() throws IOException {
    for (long point = 0; point < changesOfCourse(); point++) {
      for (int draw = 0; draw < DRAWS; draw++) {
        Run run = new Run(new LogModel(1));
        run.open(run.courseUpTo(point).afterPowerLoss(new Random(draw))).close();
      }
    }
  }

  /** What a process that was killed has not synced can be lost as long as nobody else does. */
  @Test
  void a_log_survives_a_power_loss_while_it_is_opened_after_a_kill() throws IOException {
    for (long point = 0; point < changesOfCourse(); point++) {
      for (int draw = 0; draw < DRAWS; draw++) {
        Run run = new Run(new LogModel(1));
        SimulatedDirectory directory = run.courseUpTo(point).afterKill();
        directory.failAfter(draw % 12, "power");
        run.openUntilItFails(directory);
        run.open(directory.afterPowerLoss(new Random(draw))).close();
      }
    }
  }

  @Test
  void what_was_half_written_never_comes_back_behind_later_records() throws IOException {
    SimulatedDirectory directory = new SimulatedDirectory();
    SegmentedLog log = SegmentedLog.create(directory, SMALL, 1);
    log.append(List.of(entry(1), entry(2), entry(3)));
    byte[] bytes = directory.bytes("segment-0000000001");
    bytes[SegmentHeader.SIZE + RecordFormat.HEADER]++; // as if record 1 had not arrived

    log = SegmentedLog.open(directory, SMALL, record -> {});
    assertThat(log.last()).isZero();
    log.append(List.of(entry(1)));

    assertThat(SegmentedLog.open(directory, SMALL, record -> {}).last()).isEqualTo(1);
  }

  private static TestEntry entry(long index) {
    return TestEntry.of(index, 1, ByteBuffer.wrap(new byte[] {(byte) index}));
  }

  private static long changesOfCourse() throws IOException {
    long changes = new Run(new LogModel(1)).courseUpTo(Long.MAX_VALUE).changes();
    assertThat(changes).isGreaterThan(50);
    return changes;
  }

  /** A log and what is known of it. */
  private static final class Run {

    private LogModel model;
    private LogModel before;

    Run(LogModel model) {
      this.model = model;
      this.before = model;
    }

    void untilItFails(SimulatedDirectory directory, Random random) {
      try (SegmentedLog log = open(directory)) {
        while (true) {
          make(log, each -> each.next(random));
        }
      } catch (IOException failed) {
        assertThat(failed).hasMessage("power");
      }
    }

    private void make(SegmentedLog log, Function<LogModel, LogModel.Change> change)
        throws IOException {
      before = model.copy();
      change.apply(model).make(log);
      before = model;
    }

    /** A log is made, and much happens to it until the power fails after so many changes. */
    SimulatedDirectory courseUpTo(long changes) throws IOException {
      SimulatedDirectory directory = new SimulatedDirectory();
      SegmentedLog log = SegmentedLog.create(directory, SMALL, 1);
      directory.failAfter(changes, "power");
      try {
        course(log);
      } catch (IOException failed) {
        assertThat(failed).hasMessage("power");
      }
      return directory;
    }

    private void course(SegmentedLog log) throws IOException {
      Random random = new Random(5);
      for (int i = 0; i < 6; i++) {
        make(log, model -> model.append(8, random));
      }
      make(log, model -> model.truncateSuffix(20));
      make(log, model -> model.append(20, random));
      make(log, model -> model.truncatePrefix(18));
      make(log, model -> model.truncatePrefix(25));
      make(log, model -> model.append(3, random));
      make(log, model -> model.reset(30));
      make(log, model -> model.append(12, random));
      make(log, model -> model.truncateSuffix(29));
      make(log, model -> model.truncatePrefix(60));
      make(log, model -> model.append(2, random));
    }

    void openUntilItFails(SimulatedDirectory directory) {
      try (SegmentedLog log = SegmentedLog.open(directory, SMALL, record -> {})) {
        assertThat(log.first()).isPositive();
      } catch (IOException failed) {
        assertThat(failed).hasMessage("power");
      }
    }

    /** It is what it was before the change that was under way, or after it, or part of a batch. */
    SegmentedLog open(SimulatedDirectory directory) throws IOException {
      SegmentedLog log = SegmentedLog.open(directory, SMALL, record -> {});
      if (model.isFoundIn(log, Math.min(before.last(), model.last()))) {
        model.adopt(log);
      } else {
        assertThat(before.isFoundIn(log, before.last())).isTrue();
        before.adopt(log);
      }
      model = model.isFoundIn(log, log.last()) ? model : before;
      before = model;
      return log;
    }
  }
}
