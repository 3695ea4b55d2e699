package io.tenure.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Runs many clusters, each from a seed. {@code -Dsim.seeds=N} runs more of them, {@code
 * -Dsim.first=N} others, and {@code -Dsim.seed=N} only one.
 */
@Isolated("it uses all processors")
@DisplayNameGeneration(ReplaceUnderscores.class)
class SimulationTest {

  private static final long SEEDS = Long.getLong("sim.seeds", 1_000);
  private static final long FIRST = Long.getLong("sim.first", 1);

  private static List<Simulation.Report> reports = List.of();

  @BeforeAll
  static void runHundred() {
    reports =
        LongStream.rangeClosed(1, 100)
            .parallel()
            .mapToObj(seed -> Simulation.run(seed, new Parts()))
            .toList();
  }

  @Test
  void no_seed_breaks_a_promise() {
    Long only = Long.getLong("sim.seed");
    LongStream seeds =
        only != null ? LongStream.of(only) : LongStream.range(FIRST, FIRST + SEEDS).parallel();

    Optional<Long> broken = seeds.filter(seed -> !keepsAll(seed)).boxed().findAny();

    broken.ifPresent(
        seed -> {
          throw new AssertionError(Simulation.failureOf(seed, new Parts()));
        });
  }

  private static boolean keepsAll(long seed) {
    try {
      Simulation.run(seed, new Parts());
      return true;
    } catch (RuntimeException | AssertionError broken) {
      return false;
    }
  }

  @Test
  void a_seed_says_everything() {
    for (long seed = 1; seed <= 20; seed++) {
      assertThat(Simulation.run(seed, new Parts())).isEqualTo(Simulation.run(seed, new Parts()));
    }
  }

  @Test
  void something_happens_in_nearly_every_run() {
    assertThat(runsWith(report -> report.grants() >= 5)).isGreaterThan(90);
  }

  /** What cluster time must survive above all. */
  @Test
  void in_most_runs_a_leader_is_replaced_and_leads_again_within_a_second() {
    assertThat(runsWith(report -> report.returns() > 0)).isGreaterThan(60);
  }

  @Test
  void most_clusters_rise_to_the_newest_level_soon_and_others_later() {
    assertThat(runsWith(report -> report.olderEntries() <= 20)).isGreaterThan(60);
    assertThat(runsWith(report -> report.olderEntries() > 30)).isGreaterThan(10);
  }

  @Test
  void in_some_runs_nodes_go_to_a_newer_version_one_by_one_and_back_or_are_refused_that() {
    assertThat(runsWith(report -> report.upgrades() >= 3)).isGreaterThan(10);
    assertThat(runsWith(report -> report.downgrades() > 0)).isGreaterThan(5);
    assertThat(runsWith(report -> report.refusals() > 0)).isPositive();
  }

  @Test
  void in_many_runs_a_claim_is_promoted_whose_owner_polls() {
    assertThat(runsWith(report -> report.graces() > 0)).isGreaterThan(30);
  }

  @Test
  void in_most_runs_a_request_is_delivered_again_and_in_some_too_late() {
    assertThat(runsWith(report -> report.recognized() > 0)).isGreaterThan(70);
    assertThat(runsWith(report -> report.tooLate() > 0)).isGreaterThan(10);
  }

  @Test
  void in_many_runs_the_memo_has_no_room_for_a_renewal_or_a_release() {
    assertThat(runsWith(report -> report.unremembered() > 0)).isGreaterThan(15);
  }

  @Test
  void in_nearly_every_run_reads_are_answered_and_somebody_is_told_of_a_change() {
    assertThat(runsWith(report -> report.reads() >= 10)).isGreaterThan(90);
    assertThat(runsWith(report -> report.changes() >= 3)).isGreaterThan(80);
  }

  @Test
  void in_many_runs_a_request_is_refused_and_of_another_nobody_knows_the_outcome() {
    assertThat(runsWith(report -> report.refused() > 0)).isGreaterThan(40);
    assertThat(runsWith(report -> report.unknown() > 0)).isGreaterThan(40);
  }

  @Test
  void in_most_runs_leadership_is_handed_over_and_in_many_it_is_not() {
    assertThat(runsWith(report -> report.handedOver() > 0)).isGreaterThan(90);
    assertThat(runsWith(report -> report.notHandedOver() > 0)).isGreaterThan(60);
  }

  @Test
  void in_many_runs_a_follower_notices_at_once_that_its_leader_is_gone() {
    assertThat(runsWith(report -> report.earlyElections() > 0)).isGreaterThan(30);
  }

  @Test
  void in_nearly_every_run_local_reads_know_their_age() {
    assertThat(runsWith(report -> report.agedReads() >= 5)).isGreaterThan(80);
  }

  /** Of a hundred. */
  private static long runsWith(Predicate<Simulation.Report> condition) {
    return reports.stream().filter(condition).count();
  }
}
