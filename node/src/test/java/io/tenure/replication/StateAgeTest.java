package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.StateView;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StateAgeTest {

  private final StateAge age = new StateAge();

  @Test
  void a_state_of_which_no_round_has_told_has_no_known_age() {
    assertThat(age.staleMicros(5_000)).isEqualTo(StateView.UNKNOWN_AGE);
    assertThat(age.hasAllBefore(0)).isFalse();
  }

  @Test
  void a_state_is_as_old_as_the_beginning_of_the_last_round() {
    age.reached(1_000_000);

    assertThat(age.staleMicros(3_000_000)).isEqualTo(2_000);
    assertThat(age.hasAllBefore(1_000_000)).isTrue();
    assertThat(age.hasAllBefore(1_000_001)).isFalse();
  }
}
