package io.tenure.gateway.auth;

import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Call;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Lets in whoever shows one of a few secrets, in {@value #HEADER} or as the bearer token of {@code
 * Authorization}.
 */
public final class StaticTokens implements Authenticator {

  public static final String HEADER = "X-Quorum-Your-Auth-Credentials";

  private static final String BEARER = "Bearer ";

  private final List<byte[]> tokens;

  public StaticTokens(Collection<String> tokens) {
    this.tokens = tokens.stream().map(StaticTokens::bytes).toList();
    if (tokens.isEmpty() || tokens.contains("")) {
      throw new IllegalArgumentException("there must be tokens, and none of them empty");
    }
  }

  @Override
  public Verdict judge(Call call) {
    Optional<String> shown = call.header(HEADER);
    return shown.isPresent() ? judge(shown.get()) : judge(call.header("Authorization"));
  }

  /** The same for those who have no headers but something like {@code Authorization}. */
  public Verdict judge(Optional<String> authorization) {
    return authorization.map(shown -> judge(bearer(shown))).orElse(Verdict.NO_CREDENTIALS);
  }

  private Verdict judge(String shown) {
    return isKnown(bytes(shown)) ? Verdict.ALLOWED : Verdict.WRONG_CREDENTIALS;
  }

  /** Takes as long for a token that is nearly right as for any other. */
  private boolean isKnown(byte[] shown) {
    boolean known = false;
    for (byte[] token : tokens) {
      known |= MessageDigest.isEqual(token, shown);
    }
    return known;
  }

  /** What follows the scheme, whatever its case; nothing that could be known for another scheme. */
  private static String bearer(String authorization) {
    return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? authorization.substring(BEARER.length()).strip()
        : "";
  }

  private static byte[] bytes(String token) {
    return token.getBytes(StandardCharsets.UTF_8);
  }
}
