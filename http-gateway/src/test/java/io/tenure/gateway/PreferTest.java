package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreferTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wait=5                    | 5000",
        "wait=0                    | 0",
        "wait=60                   | 60000",
        "wait=61                   | 60000",
        "wait=999999999            | 60000",
        "WAIT = 7                  | 7000",
        "wait=\"3\"                | 3000",
        "wait=0.25                 | 250",
        "respond-async, wait=4     | 4000",
        "return=minimal;x=1,wait=4;y| 4000",
        "wait=4, wait=9            | 4000",
      })
  void the_wish_is_found_and_bounded(String header, long millis) {
    assertThat(Prefer.waiting(FakeCall.of("GET", "/").header("Prefer", header)))
        .contains(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "wait",
        "wait=",
        "wait=-1",
        "wait=soon",
        "wait=1e3",
        "wait=NaN",
        "x;wait=5",
        "await=5",
        ",,;=",
        "wait=9999999999"
      })
  void what_cannot_be_understood_is_ignored(String header) {
    assertThat(Prefer.waiting(FakeCall.of("GET", "/").header("Prefer", header))).isEmpty();
  }

  @Test
  void several_headers_are_one() {
    FakeCall call =
        FakeCall.of("GET", "/").header("Prefer", "return=minimal").header("prefer", "wait=2");
    assertThat(Prefer.waiting(call)).contains(Duration.ofSeconds(2));
    assertThat(Prefer.waiting(FakeCall.of("GET", "/"))).isEmpty();
  }

  @Test
  void the_answer_says_what_was_heeded() {
    assertThat(
            Prefer.applied(Answer.empty(200), Duration.ofSeconds(60)).header("preference-applied"))
        .contains("wait=60");
    assertThat(
            Prefer.applied(Answer.empty(200), Duration.ofMillis(250)).header("Preference-Applied"))
        .contains("wait=0.25");
  }
}
