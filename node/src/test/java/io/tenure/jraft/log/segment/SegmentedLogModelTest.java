package io.tenure.jraft.log.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.jraft.log.segment.SegmentedLog.Sizes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is done to a log, it holds what a map holds to which the same was done. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SegmentedLogModelTest {

  private static final Sizes SMALL = new Sizes(600, 256);
  private static final int CHANGES = 3_000;
  private static final int CHANGES_ON_DISK = 1_500;

  static LongStream seeds() {
    return LongStream.range(0, 30);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void a_log_holds_what_its_model_holds(long seed) throws IOException {
    run(new SimulatedDirectory(), new Random(seed), CHANGES);
  }

  @Test
  void the_same_in_a_directory_of_the_file_system(@TempDir Path directory) throws IOException {
    run(new FileSystemDirectory(directory), new Random(99), CHANGES_ON_DISK);
  }

  private static void run(LogDirectory directory, Random random, int changes) throws IOException {
    long first = 1 + random.nextInt(100);
    LogModel model = new LogModel(first);
    SegmentedLog log = SegmentedLog.create(directory, SMALL, first);
    for (int i = 0; i < changes; i++) {
      model.next(random).make(log);
      if (random.nextInt(10) == 0) {
        model.check(log);
      }
      if (random.nextInt(50) == 0) {
        log.close();
        log = reopened(directory, model);
      }
    }
    model.check(log);
    log.close();
  }

  private static SegmentedLog reopened(LogDirectory directory, LogModel model) throws IOException {
    List<TestEntry> visited = new ArrayList<>();
    SegmentedLog log =
        SegmentedLog.open(directory, SMALL, record -> visited.add(TestEntry.of(record)));
    assertThat(model.isFoundIn(log, model.last())).isTrue();
    model.adopt(log);
    assertThat(visited).isEqualTo(model.all());
    return log;
  }
}
