package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.ClaimStatus;
import io.tenure.store.LeaseStore;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RecoveredStateTest {

  @TempDir private Path root;
  private Path checkpoint;

  /** As of a node that was killed before it wrote anything but its log. */
  @BeforeEach
  void makeEmptyCheckpoint() {
    checkpoint = root.resolve("checkpoint");
    try (LeaseStore store = LeaseStore.open(root.resolve("state"))) {
      store.checkpoint(checkpoint).seal();
    }
  }

  @Test
  void an_empty_state_is_one_too() {
    try (RecoveredState state = RecoveredState.of(checkpoint, root.resolve("copy"))) {
      assertThat(state.position().index()).isZero();
      assertThat(state.claims()).containsEntry(ClaimStatus.ACTIVE, 0L).hasSize(7);
      assertThat(state.longestLeaseMicros()).isEmpty();
    }
  }

  @Test
  void an_epoch_moves_everything_that_is_numbered_ahead_and_leaves_time_alone() {
    try (RecoveredState one = RecoveredState.of(checkpoint, root.resolve("one"));
        RecoveredState two = RecoveredState.of(checkpoint, root.resolve("two"))) {
      one.raiseEpoch(5);
      two.raiseEpoch(5);

      assertThat(one.head()).isEqualTo(two.head());
      assertThat(one.head().table().lastVersion().epoch()).isEqualTo(5);
      assertThat(one.head().table().lastClaim().value()).isEqualTo(5L << 44);
      assertThat(one.head().table().now().cluster().micros()).isZero();
      assertThat(one.position().index()).isEqualTo(5L << 40);
    }
  }

  @Test
  void an_epoch_that_is_not_larger_or_too_large_is_refused_and_changes_nothing() {
    try (RecoveredState state = RecoveredState.of(checkpoint, root.resolve("copy"))) {
      state.raiseEpoch(3);
      for (long epoch : new long[] {-1, 0, 3, 512}) {
        assertThatThrownBy(() -> state.raiseEpoch(epoch))
            .hasMessageContaining("must be 4 to 511, not " + epoch);
      }
      assertThat(state.head().table().lastVersion().epoch()).isEqualTo(3);
    }
  }
}
