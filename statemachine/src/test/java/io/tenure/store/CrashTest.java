package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a crash a store is at an earlier entry, as a whole, and the log brings it forward. */
class CrashTest {

  private static final Settings SETTINGS = Workload.keeping(500, 60_000_000);
  private static final long SEED = 22;
  private static final int BATCH = 8;
  private static final int MOST_COPIES = 100;

  /** Fills lines, so that the pipe holds few of them and the process cannot run far ahead. */
  private static final String PADDING = " ".repeat(4000);

  @TempDir Path directory;

  @Test
  void what_was_not_flushed_is_lost_as_a_whole() throws IOException {
    List<LogEntry> log = new Workload(21, SETTINGS).entries(900);
    Map<Long, Long> digests = new HashMap<>();
    Map<String, String> expected;
    Replica running = Replica.open(directory.resolve("running"));
    running.apply(log.subList(0, 600), 10);
    digests.put(600L, running.table().digest());
    running.store().flush();
    for (int i = 600; i < 900; i += 10) {
      running.apply(log.subList(i, i + 10), 10);
      digests.put(i + 10L, running.table().digest());
    }
    Path crashed = copyOf(directory.resolve("running"));
    expected = running.closeAndDump();

    Replica recovered = Replica.open(crashed);
    long index = recovered.store().appliedIndex(); // more than 600 if RocksDB flushed by itself
    assertThat(digests).containsEntry(index, recovered.table().digest());
    recovered.apply(log, 10);
    assertThat(recovered.closeAndDump()).isEqualTo(expected);
  }

  @Test
  void a_killed_process_leaves_a_consistent_store_behind() throws Exception {
    Path killed = directory.resolve("killed");
    for (int batches : new int[] {100, 400, 2}) {
      killAfter(batches, killed);
    }
    Replica recovered = Replica.open(killed);
    int found = (int) recovered.store().appliedIndex();
    assertThat(found).isPositive();
    Replica steady = Replica.open(directory.resolve("steady"));
    steady.apply(new Workload(SEED, SETTINGS).entries(found), 100);
    assertThat(recovered.table().digest()).isEqualTo(steady.table().digest());
    assertThat(recovered.closeAndDump()).isEqualTo(steady.closeAndDump());
  }

  /** Kills a process that writes, without warning, some batches after its start. */
  private static void killAfter(int batches, Path store) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                CrashTest.class.getName(),
                store.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = 0; i < batches; i++) {
        assertThat(output.readLine()).startsWith("applied");
      }
    } finally {
      process.destroyForcibly();
      process.waitFor();
    }
  }

  /** The process that is killed: it goes on with the log where its store is. */
  public static void main(String[] arguments) {
    Workload workload = new Workload(SEED, SETTINGS);
    Replica replica = Replica.open(Path.of(arguments[0]));
    workload.entries((int) replica.store().appliedIndex());
    while (true) {
      replica.apply(workload.entries(BATCH));
      System.out.println("applied" + PADDING);
    }
  }

  /** As a crash leaves it: if files come or go meanwhile, which ends soon, it is copied anew. */
  private Path copyOf(Path running) throws IOException {
    for (int attempt = 0; attempt < MOST_COPIES; attempt++) {
      Path copy = directory.resolve("crashed-" + attempt);
      try {
        List<Path> files = filesOf(running);
        for (Path file : files) {
          Files.copy(file, copy.resolve(running.relativize(file)));
        }
        if (filesOf(running).equals(files)) {
          return copy;
        }
      } catch (NoSuchFileException gone) {
        continue;
      }
    }
    throw new AssertionError("the files of " + running + " do not stand still");
  }

  private static List<Path> filesOf(Path store) throws IOException {
    try (Stream<Path> all = Files.walk(store)) {
      return all.sorted().toList();
    } catch (UncheckedIOException gone) {
      throw gone.getCause();
    }
  }
}
