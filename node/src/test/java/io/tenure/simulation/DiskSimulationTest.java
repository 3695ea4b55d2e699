package io.tenure.simulation;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same simulation over the real store. {@code -Dsim.disk.seeds=N} runs more or fewer seeds. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiskSimulationTest {

  private static final int SEEDS = Integer.getInteger("sim.disk.seeds", 12);
  private static final long FIRST = Long.getLong("sim.first", 1);

  private static final class OnDisk extends Parts {
    private final Path root;
    private int stores;

    OnDisk(Path root) {
      this.root = root;
    }

    @Override
    SimStore store() {
      stores++;
      return new DiskStore(root.resolve("store-" + stores));
    }
  }

  @Test
  void no_seed_breaks_a_promise_on_disk(@TempDir Path directory) {
    Long only = Long.getLong("sim.seed");
    long first = only != null ? only : FIRST;
    long last = only != null ? only : FIRST + SEEDS - 1;
    for (long seed = first; seed <= last; seed++) {
      Path root = directory.resolve("seed-" + seed);
      String failure = Simulation.failureOf(seed, new OnDisk(root));
      if (failure != null) {
        throw new AssertionError(failure);
      }
      DiskStore.delete(root);
    }
  }
}
