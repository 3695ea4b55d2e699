package io.tenure.replication;

import static io.tenure.replication.TestMember.SELF;
import static io.tenure.replication.TestMember.millis;
import static io.tenure.replication.TestMember.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Settings;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** When a member compares its state with the others'. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DigestScheduleTest {

  private final TestMember node = new TestMember();

  private void checkpointAt(long index) {
    node.applied = node.at(1_000_000, ClusterTime.NEVER);
    node.applied.checkpoints().put(index, 1L);
    node.step();
  }

  @Test
  void states_are_compared_every_ten_seconds() {
    node.pass(millis(9_999));
    assertThat(node.group.comparisons).isZero();
    node.pass(millis(1));
    assertThat(node.group.comparisons).isEqualTo(1);
    node.pass(seconds(10));
    assertThat(node.group.comparisons).isEqualTo(2);
  }

  @Test
  void soon_after_a_checkpoint_states_are_compared_and_not_more_than_once_a_second() {
    checkpointAt(1_024);
    node.pass(millis(600));
    checkpointAt(2_048);
    node.pass(millis(399));
    assertThat(node.group.comparisons).isZero();
    node.pass(millis(1));
    assertThat(node.group.comparisons).isEqualTo(1);

    checkpointAt(3_072);
    node.pass(seconds(1));
    assertThat(node.group.comparisons).isEqualTo(2);
    node.pass(seconds(9));
    assertThat(node.group.comparisons).isEqualTo(2);
  }

  @Test
  void who_is_alone_compares_nothing() {
    TestMember alone =
        new TestMember(
            new Member.Setup(
                SELF, List.of(SELF), Settings.DEFAULT, KnownLevels.ALL, seconds(5), 10));
    alone.pass(seconds(30));

    assertThat(alone.group.comparisons).isZero();
  }
}
