package io.tenure.gateway.auth;

import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Call;
import io.tenure.gateway.Principal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Lets in whoever shows one of a few secrets, in {@value #HEADER} or as the bearer token of {@code
 * Authorization}.
 */
public final class StaticTokens implements Authenticator {

  public static final String HEADER = "X-Quorum-Your-Auth-Credentials";

  private static final String BEARER = "Bearer ";

  private final List<Token> tokens;

  /** A secret, and the name of whoever shows it. */
  private record Token(byte[] secret, Principal principal) {

    static Token of(String text) {
      return new Token(bytes(text), new Principal("token:" + fingerprint(text)));
    }
  }

  public StaticTokens(Collection<String> tokens) {
    this.tokens = tokens.stream().map(Token::of).toList();
    if (tokens.isEmpty() || tokens.contains("")) {
      throw new IllegalArgumentException("there must be tokens, and none of them empty");
    }
  }

  @Override
  public Verdict judge(Call call) {
    return verdict(shown(call));
  }

  /** Two tokens are two principals, whoever has them. */
  @Override
  public Principal principal(Call call) {
    return shown(call).flatMap(this::known).orElse(Principal.ANYBODY);
  }

  /** The same for those who have no headers but something like {@code Authorization}. */
  public Verdict judge(Optional<String> authorization) {
    return verdict(authorization.map(StaticTokens::bearer));
  }

  private Verdict verdict(Optional<String> shown) {
    return shown.isEmpty()
        ? Verdict.NO_CREDENTIALS
        : known(shown.get()).isPresent() ? Verdict.ALLOWED : Verdict.WRONG_CREDENTIALS;
  }

  private static Optional<String> shown(Call call) {
    Optional<String> own = call.header(HEADER);
    return own.isPresent() ? own : call.header("Authorization").map(StaticTokens::bearer);
  }

  /** Takes as long for a token that is nearly right as for any other. */
  private Optional<Principal> known(String shown) {
    byte[] secret = bytes(shown);
    Optional<Principal> known = Optional.empty();
    for (Token token : tokens) {
      if (MessageDigest.isEqual(token.secret(), secret)) {
        known = Optional.of(token.principal());
      }
    }
    return known;
  }

  /** What follows the scheme, whatever its case; nothing that could be known for another scheme. */
  private static String bearer(String authorization) {
    return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? authorization.substring(BEARER.length()).strip()
        : "";
  }

  private static String fingerprint(String token) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes(token));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private static byte[] bytes(String token) {
    return token.getBytes(StandardCharsets.UTF_8);
  }
}
