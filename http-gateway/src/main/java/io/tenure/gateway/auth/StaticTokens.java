package io.tenure.gateway.auth;

import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Principal;
import io.tenure.gateway.Shown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Knows whoever shows one of a few secrets. */
public final class StaticTokens implements Authenticator {

  private static final Finding WRONG = Finding.wrong("this token is not known");

  private final Supplier<Map<TokenHash, Principal>> tokens;

  /**
   * Makes an authenticator.
   *
   * @param tokens who shows which secret, now; asked at every call
   */
  public StaticTokens(Supplier<Map<TokenHash, Principal>> tokens) {
    this.tokens = tokens;
  }

  /** Knows each of the secrets as {@code token:1}, {@code token:2} and so on. */
  public static StaticTokens of(List<String> secrets) {
    Map<TokenHash, Principal> numbered = TokenFile.numbered(secrets);
    return new StaticTokens(() -> numbered);
  }

  @Override
  public Finding find(Shown shown) {
    Optional<String> token = ShownToken.in(shown);
    if (token.isEmpty()) {
      return Finding.NOTHING;
    }
    Principal known = tokens.get().get(TokenHash.of(token.get()));
    return known == null ? WRONG : Finding.known(known);
  }
}
