package io.tenure.gateway.auth;

import static io.tenure.gateway.auth.Findings.known;
import static io.tenure.gateway.auth.Findings.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Principal;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AuthenticatorChainTest {

  private static final Authenticator NOBODY = shown -> Finding.NOTHING;
  private static final Authenticator WRONG = shown -> Finding.wrong("first");
  private static final Authenticator WRONG_TOO = shown -> Finding.wrong("second");
  private static final Authenticator LIAR = shown -> Finding.forbidden("liar");
  private static final Authenticator KNOWS = shown -> Finding.known(Principal.of("a"));
  private static final Authenticator KNOWS_TOO = shown -> Finding.known(Principal.of("b"));

  private static Finding of(Authenticator... links) {
    return new AuthenticatorChain(List.of(links)).find(ShownBy.of());
  }

  private static Authenticator later(Authenticator authenticator) {
    return shown ->
        new Finding.Later(CompletableFuture.supplyAsync(() -> authenticator.find(shown)));
  }

  @Test
  void the_first_that_knows_the_caller_decides_now_or_later() {
    assertThat(known(of(NOBODY, WRONG, KNOWS, KNOWS_TOO)).name()).isEqualTo("a");
    assertThat(known(of(NOBODY, later(WRONG), KNOWS, KNOWS_TOO)).name()).isEqualTo("a");
    assertThat(known(of(later(NOBODY), later(WRONG), later(KNOWS), KNOWS_TOO)).name())
        .isEqualTo("a");
  }

  @Test
  void what_nobody_believes_is_refused_with_the_first_refusal() {
    assertThat(of()).isEqualTo(Finding.NOTHING);
    assertThat(of(NOBODY, NOBODY)).isEqualTo(Finding.NOTHING);
    assertThat(refused(of(NOBODY, WRONG, WRONG_TOO, NOBODY)).detail()).isEqualTo("first");
    assertThat(refused(of(later(WRONG), later(WRONG_TOO))).detail()).isEqualTo("first");
  }

  @Test
  void a_final_refusal_ends_the_search() {
    assertThat(refused(of(WRONG, LIAR, KNOWS)).status()).isEqualTo(400);
    assertThat(refused(of(WRONG, later(LIAR), KNOWS)).status()).isEqualTo(400);
  }

  private static final ProxyHeaders PROXY =
      new ProxyHeaders(Set.of("10.0.0.5"), "X-Remote-User", "X-Groups", CertificateName.SAN_URI);

  @Test
  void a_proxy_says_who_calls() {
    ShownBy alice =
        ShownBy.of("x-remote-user", "alice@uni.edu", "X-Groups", "staff; lab,ops").from("10.0.0.5");
    assertThat(known(PROXY.find(alice)))
        .isEqualTo(
            new Principal("proxy:alice@uni.edu", Set.of("staff", "lab", "ops"), Instant.MAX));
    assertThat(PROXY.find(ShownBy.of().from("10.0.0.5"))).isEqualTo(Finding.NOTHING);
  }

  @Test
  void nobody_else_may_say_it_and_no_proxy_may_say_nonsense() {
    for (ShownBy lie :
        List.of(
            ShownBy.of("X-Remote-User", "alice"),
            ShownBy.of("X-Groups", "ops"),
            ShownBy.of("X-Groups", "ops").from("10.0.0.5"),
            ShownBy.of("X-Remote-User", "a", "X-Remote-User", "b").from("10.0.0.5"),
            ShownBy.of("X-Remote-User", " ").from("10.0.0.5"),
            ShownBy.of("X-Remote-User", "a b").from("10.0.0.5"),
            ShownBy.of("X-Remote-User", "a\u202eb").from("10.0.0.5"))) {
      assertThat(PROXY.find(lie)).isInstanceOf(Finding.Refused.class);
      assertThat(refused(of(proxyShown(lie), KNOWS)).status()).isEqualTo(400);
    }
  }

  private static Authenticator proxyShown(ShownBy lie) {
    return shown -> PROXY.find(lie);
  }

  @Test
  void what_is_known_of_tokens_ends_and_is_bounded() {
    KnownTokens known =
        new KnownTokens(100, Clock.fixed(Instant.ofEpochSecond(1000), ZoneOffset.UTC));
    Finding finding = Finding.known(Principal.of("a"));
    known.add(TokenHash.of("past"), finding, Instant.ofEpochSecond(1000));
    known.add(TokenHash.of("now"), finding, Instant.ofEpochSecond(1001));
    assertThat(known.find(TokenHash.of("past"))).isEmpty();
    assertThat(known.find(TokenHash.of("now"))).contains(finding);
    for (int i = 0; i < 1000; i++) {
      known.add(TokenHash.of("token " + i), finding, Instant.ofEpochSecond(1001));
      assertThat(known.size()).isLessThanOrEqualTo(100);
    }
    assertThat(known.find(TokenHash.of("token 999"))).contains(finding);
  }
}
