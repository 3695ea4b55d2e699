package io.tenure.chaos.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tenure.chaos.workload.Client.Subject;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Keys change before their histories grow too long. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyRingTest {

  private final Load load = Load.standard("p-1", 1).withKeys(2);

  @Test
  void a_key_is_used_for_a_while_and_then_replaced() {
    KeyRing ring = new KeyRing("locks", load, 3);
    Subject first = ring.use(0);

    assertThat(ring.use(0)).isEqualTo(first);
    assertThat(ring.use(0)).isEqualTo(first);
    assertThat(ring.use(0)).isNotEqualTo(first);
    assertThat(ring.all()).hasSize(2);
  }

  @Test
  void slots_have_keys_of_their_own_under_the_prefix() {
    KeyRing ring = new KeyRing("locks", load, 3);

    assertThat(ring.use(0).key()).startsWith("p-1.locks.").isNotEqualTo(ring.use(1).key());
  }

  @Test
  void unknown_outcomes_wear_a_key_out_sooner() {
    KeyRing ring = new KeyRing("locks", load, 100);
    Subject first = ring.use(0);
    for (int i = 0; i < 10; i++) {
      ring.unknown(first);
    }

    assertThat(ring.use(0)).isNotEqualTo(first);
  }

  @Test
  void a_prefix_must_be_allowed_in_every_dialect() {
    assertThatIllegalArgumentException().isThrownBy(() -> Load.standard("a b", 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Load.standard("a/b", 1));
  }
}
