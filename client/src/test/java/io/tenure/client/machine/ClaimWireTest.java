package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ClaimWireTest {

  private static final ClaimSpec SPEC =
      new ClaimSpec("db", Duration.ofSeconds(15), Optional.empty(), Optional.empty());

  @Test
  void whoever_files_says_that_it_waits_so_that_a_client_that_dies_costs_no_grace() {
    assertThat(ClaimWire.post("v1", SPEC).waiting()).isGreaterThan(Duration.ZERO);
  }
}
