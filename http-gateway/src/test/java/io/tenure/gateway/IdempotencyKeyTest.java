package io.tenure.gateway;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.Command;
import io.tenure.kernel.RequestKey;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

  private static final FakeCall CALL = FakeCall.of("POST", "/a").body("x");

  private static RequestKey key(FakeCall call, String key) {
    return key(Principal.ANONYMOUS, call, key);
  }

  private static RequestKey key(Principal principal, FakeCall call, String key) {
    FakeCall keyed = call.header("idempotency-key", key);
    return requireNonNull(IdempotencyKey.request(keyed, principal, new Command.Tick()).key());
  }

  @Test
  void a_call_without_the_header_has_no_key() {
    assertThat(IdempotencyKey.request(CALL, Principal.ANONYMOUS, new Command.Tick()).key())
        .isNull();
  }

  @Test
  void the_same_call_has_the_same_key() {
    assertThat(key(CALL, "k")).isEqualTo(key(CALL.header("Prefer", "wait=1"), "k"));
    assertThat(key(CALL, "k").name()).isNotEqualTo(key(CALL, "K").name());
    assertThat(key(CALL, "k").fingerprint()).isEqualTo(key(CALL, "K").fingerprint());
  }

  @Test
  void the_same_key_of_two_principals_is_two_keys() {
    Principal one = Principal.of("one");
    Principal two = Principal.of("two");
    assertThat(key(one, CALL, "k")).isEqualTo(key(one, CALL, "k"));
    assertThat(
            List.of(
                key(CALL, "k").name(),
                key(one, CALL, "k").name(),
                key(two, CALL, "k").name(),
                key(one.client("a"), CALL, "k").name(),
                key(one.client("b"), CALL, "k").name()))
        .doesNotHaveDuplicates();
  }

  @Test
  void another_call_has_another_fingerprint_under_the_same_name() {
    for (FakeCall other :
        new FakeCall[] {
          CALL.body("y"),
          CALL.body(""),
          FakeCall.of("PUT", "/a").body("x"),
          FakeCall.of("POST", "/b").body("x")
        }) {
      assertThat(key(other, "k").name()).isEqualTo(key(CALL, "k").name());
      assertThat(key(other, "k").fingerprint()).isNotEqualTo(key(CALL, "k").fingerprint());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "\u007f", "ü", "a\tb"})
  void other_than_visible_characters_are_refused(String key) {
    assertThatThrownBy(() -> key(CALL, key)).isInstanceOf(ProblemException.class);
  }

  @Test
  void a_key_has_at_most_255_characters() {
    assertThat(key(CALL, "k".repeat(255))).isNotNull();
    assertThatThrownBy(() -> key(CALL, "k".repeat(256))).isInstanceOf(ProblemException.class);
  }
}
