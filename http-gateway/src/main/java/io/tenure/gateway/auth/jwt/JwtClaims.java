package io.tenure.gateway.auth.jwt;

import com.nimbusds.jwt.JWTClaimsSet;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Principal;
import io.tenure.gateway.auth.PrincipalName;
import java.time.Instant;
import java.util.Collection;
import java.util.Date;
import java.util.Set;
import java.util.stream.Collectors;

/** What a token says that its issuer has signed. */
final class JwtClaims {

  private final JwtOptions options;

  JwtClaims(JwtOptions options) {
    this.options = options;
  }

  Finding judge(JWTClaimsSet claims, Instant now) {
    if (!options.issuer().equals(claims.getIssuer())) {
      return Finding.wrong("the token is of another issuer");
    }
    if (!claims.getAudience().contains(options.audience())) {
      return Finding.wrong("the token is for another audience");
    }
    Date expires = claims.getExpirationTime();
    if (expires == null) {
      return Finding.wrong("the token never expires");
    }
    Instant end = expires.toInstant().plus(options.skew());
    if (!now.isBefore(end)) {
      return Finding.wrong("the token has expired");
    }
    Date begins = claims.getNotBeforeTime();
    if (begins != null && now.isBefore(begins.toInstant().minus(options.skew()))) {
      return Finding.wrong("the token is not valid yet");
    }
    return claims.getClaim(options.nameClaim()) instanceof String name
            && PrincipalName.isValid(name)
        ? Finding.known(new Principal("jwt:" + name, groups(claims), end))
        : Finding.wrong("the token has no name in the claim " + options.nameClaim());
  }

  private Set<String> groups(JWTClaimsSet claims) {
    Object given = claims.getClaim(options.groupsClaim());
    if (given instanceof String one) {
      return Set.of(one);
    }
    return given instanceof Collection<?> several
        ? several.stream()
            .filter(String.class::isInstance)
            .map(String.class::cast)
            .collect(Collectors.toSet())
        : Set.of();
  }
}
