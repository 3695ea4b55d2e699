package io.tenure.chaos.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RequiresTest {

  @Test
  void what_is_missing_skips_with_its_reason_and_what_is_required_fails_with_it() {
    for (Capability each : Capability.values()) {
      Optional<String> missing = each.missing();
      ConditionEvaluationResult result = RequiresCondition.decide(List.of(each), List.of());

      assertThat(result.isDisabled()).isEqualTo(missing.isPresent());
      if (missing.isPresent()) {
        assertThat(result.getReason().orElseThrow()).contains(each.word(), missing.get());
        assertThatThrownBy(() -> RequiresCondition.decide(List.of(each), List.of(each.word())))
            .hasMessageContaining(missing.get());
      }
    }
  }

  @Test
  void nothing_is_skipped_that_asks_for_nothing() {
    assertThat(RequiresCondition.decide(List.of(), List.of("docker")).isDisabled()).isFalse();
  }

  @Test
  void what_is_missing_is_said_in_a_line() {
    assertThat(Arrays.stream(Capability.values()).flatMap(each -> each.missing().stream()))
        .allSatisfy(reason -> assertThat(reason).isNotBlank().doesNotContain("\n"));
  }
}
