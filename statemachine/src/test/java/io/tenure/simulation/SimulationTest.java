package io.tenure.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Runs many clusters, each from a seed. {@code -Dsim.seeds=N} runs more of them, {@code
 * -Dsim.first=N} others, and {@code -Dsim.seed=N} only one.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SimulationTest {

  private static final long SEEDS = Long.getLong("sim.seeds", 1_000);
  private static final long FIRST = Long.getLong("sim.first", 1);

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
    long eventful =
        LongStream.rangeClosed(1, 100)
            .filter(seed -> Simulation.run(seed, new Parts()).grants() >= 5)
            .count();

    assertThat(eventful).isGreaterThan(90);
  }
}
