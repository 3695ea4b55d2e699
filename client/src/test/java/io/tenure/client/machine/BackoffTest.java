package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BackoffTest {

  @Test
  void it_doubles_up_to_its_longest() {
    Backoff backoff = Backoff.of(50, 300);

    assertThat(backoff.delay(1, 0)).isEqualTo(Duration.ofMillis(50));
    assertThat(backoff.delay(3, 0)).isEqualTo(Duration.ofMillis(200));
    assertThat(backoff.delay(4, 0)).isEqualTo(Duration.ofMillis(300));
    assertThat(backoff.delay(Integer.MAX_VALUE, 0)).isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void chance_makes_it_shorter_by_up_to_its_jitter() {
    assertThat(Backoff.of(100, 300).delay(1, 1)).isEqualTo(Duration.ofMillis(70));
  }

  @Test
  void aborting_is_retried_the_quickest() {
    Tuning.Retries retries = Tuning.Retries.DEFAULT;

    assertThat(retries.abort().longest())
        .isLessThan(retries.release().longest())
        .isLessThan(retries.withdraw().longest())
        .isLessThan(retries.register().longest());
  }

  @Test
  void nonsense_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Backoff(Duration.ofSeconds(2), 2, Duration.ofSeconds(1), 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Backoff(Duration.ZERO, Double.NaN, Duration.ofSeconds(1), 0));
  }
}
