package io.tenure.gateway.auth.jwt;

import java.time.Duration;
import java.util.Set;

/**
 * Which tokens are believed, and whom they name.
 *
 * @param issuer what {@code iss} must be
 * @param audience what must be in {@code aud}
 * @param algorithms of RS256, ES256 and EdDSA
 * @param nameClaim the claim that is the name, such as {@code sub}
 * @param groupsClaim the claim that lists the groups
 * @param skew by how much the clocks of the issuer and of this node may differ
 */
public record JwtOptions(
    String issuer,
    String audience,
    Set<String> algorithms,
    String nameClaim,
    String groupsClaim,
    Duration skew) {

  public static final Set<String> ALGORITHMS = Set.of("RS256", "ES256", "EdDSA");

  public JwtOptions {
    algorithms = Set.copyOf(algorithms);
    if (algorithms.isEmpty() || !ALGORITHMS.containsAll(algorithms)) {
      throw new IllegalArgumentException("allowed are only RS256, ES256 and EdDSA");
    }
  }
}
