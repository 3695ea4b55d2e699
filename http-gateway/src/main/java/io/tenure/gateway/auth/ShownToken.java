package io.tenure.gateway.auth;

import io.tenure.gateway.Shown;
import java.util.Optional;

/** The token that a caller shows, in a header of its own or in {@code Authorization}. */
public final class ShownToken {

  public static final String HEADER = "X-Quorum-Your-Auth-Credentials";
  private static final String BEARER = "Bearer ";

  private ShownToken() {}

  /** Empty if it shows none; an empty text if it shows something else than a token. */
  public static Optional<String> in(Shown shown) {
    Optional<String> own = shown.header(HEADER);
    return own.isPresent() ? own : shown.header("Authorization").map(ShownToken::bearer);
  }

  /** What follows the scheme, whatever its case; nothing that could be known for another scheme. */
  private static String bearer(String authorization) {
    return authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
        ? authorization.substring(BEARER.length()).strip()
        : "";
  }
}
