package io.tenure.gateway.auth;

import static io.tenure.gateway.Authenticator.Verdict.ALLOWED;
import static io.tenure.gateway.Authenticator.Verdict.NO_CREDENTIALS;
import static io.tenure.gateway.Authenticator.Verdict.WRONG_CREDENTIALS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tenure.gateway.FakeCall;
import java.util.List;
import org.junit.jupiter.api.Test;

class StaticTokensTest {

  private final StaticTokens tokens = new StaticTokens(List.of("one", "zwei ü"));
  private final FakeCall call = FakeCall.of("POST", "/");

  @Test
  void a_known_token_is_let_in() {
    assertThat(tokens.judge(call.header(StaticTokens.HEADER, "one"))).isEqualTo(ALLOWED);
    assertThat(tokens.judge(call.header(StaticTokens.HEADER, "zwei ü"))).isEqualTo(ALLOWED);
    assertThat(tokens.judge(call.header("Authorization", "bearer  one"))).isEqualTo(ALLOWED);
  }

  @Test
  void anything_else_is_not() {
    assertThat(tokens.judge(call)).isEqualTo(NO_CREDENTIALS);
    for (String wrong : List.of("", "on", "onee", "ONE", "zwei")) {
      assertThat(tokens.judge(call.header(StaticTokens.HEADER, wrong)))
          .isEqualTo(WRONG_CREDENTIALS);
    }
    assertThat(tokens.judge(call.header("Authorization", "Basic one")))
        .isEqualTo(WRONG_CREDENTIALS);
    assertThat(tokens.judge(call.header("Authorization", "Bearer "))).isEqualTo(WRONG_CREDENTIALS);
  }

  @Test
  void no_token_at_all_would_lock_everybody_out_or_let_everybody_in() {
    assertThatIllegalArgumentException().isThrownBy(() -> new StaticTokens(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new StaticTokens(List.of("a", "")));
  }
}
