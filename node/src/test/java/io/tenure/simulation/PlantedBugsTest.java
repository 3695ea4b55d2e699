package io.tenure.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Proves that the simulation can fail: every bug that is planted here must be found. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PlantedBugsTest {

  private static final int SEEDS = 2_000;
  private static final int AT_ONCE = Runtime.getRuntime().availableProcessors();
  private static final ExecutorService THREADS = Executors.newFixedThreadPool(AT_ONCE);

  @AfterAll
  static void end() {
    THREADS.shutdownNow();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faultyParts")
  void is_caught_around_the_kernel(String bug, Parts parts) {
    assertCaught(bug, new Trial(parts));
  }

  static Stream<Arguments> faultyParts() {
    return FaultyParts.all().entrySet().stream()
        .map(fault -> arguments(fault.getKey(), fault.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.tenure.simulation.KernelBugs#all")
  void is_caught_in_the_kernel(KernelBugs.Patch patch) {
    assertCaught(
        patch.bug(), PatchedSource.trial(patch.className(), patch.piece(), patch.replacement()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.tenure.simulation.TimeBugs#all")
  void is_caught_in_the_rules_of_time(KernelBugs.Patch patch) {
    assertCaught(
        patch.bug(), PatchedSource.trial(patch.className(), patch.piece(), patch.replacement()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.tenure.simulation.LevelBugs#all")
  void is_caught_in_what_later_levels_added(KernelBugs.Patch patch) {
    assertCaught(
        patch.bug(), PatchedSource.trial(patch.className(), patch.piece(), patch.replacement()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.tenure.simulation.CoreBugs#all")
  void is_caught_in_the_core_of_replication(KernelBugs.Patch patch) {
    assertCaught(
        patch.bug(), PatchedSource.trial(patch.className(), patch.piece(), patch.replacement()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.tenure.simulation.GroupBugs#all")
  void is_caught_in_what_members_decide_together(KernelBugs.Patch patch) {
    assertCaught(
        patch.bug(), PatchedSource.trial(patch.className(), patch.piece(), patch.replacement()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("io.tenure.simulation.ReadBugs#all")
  void is_caught_in_reads_and_waits(KernelBugs.Patch patch) {
    assertCaught(
        patch.bug(), PatchedSource.trial(patch.className(), patch.piece(), patch.replacement()));
  }

  @Test
  void without_a_bug_nothing_is_caught() {
    String piece = "return !now.isBefore(expiresAt);";
    LongFunction<String> trial = PatchedSource.trial("Lease", piece, piece + " // no bug");

    assertThat(LongStream.rangeClosed(1, 30).mapToObj(trial)).containsOnly("");
  }

  /** The first seed that catches it, though the next ones are tried at the same time. */
  private static void assertCaught(String bug, LongFunction<String> trial) {
    Queue<CompletableFuture<String>> ahead = new ArrayDeque<>();
    String failure = "";
    int seed = 0;
    while (failure.isEmpty() && seed < SEEDS) {
      while (ahead.size() < AT_ONCE) {
        long next = seed + ahead.size() + 1;
        ahead.add(CompletableFuture.supplyAsync(() -> trial.apply(next), THREADS));
      }
      failure = ahead.remove().join();
      seed++;
    }
    assertThat(failure).as("%s, in %d seeds", bug, SEEDS).isNotEmpty();
    System.out.printf("caught by seed %d: %s%n    %.150s%n", seed, bug, failure);
  }
}
