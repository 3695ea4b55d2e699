package io.tenure.gateway.auth.jwt;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Shown;
import io.tenure.gateway.auth.KnownTokens;
import io.tenure.gateway.auth.ShownToken;
import io.tenure.gateway.auth.TokenHash;
import io.tenure.gateway.auth.http.Workers;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Knows whoever shows a JSON Web Token of one issuer. A token is verified once, on a thread for
 * that, and then known by its hash until it ends, for five minutes at most.
 */
public final class JwtAuthenticator implements Authenticator, AutoCloseable {

  private static final int MOST_KNOWN = 10_000;
  private static final Duration LONGEST_KNOWN = Duration.ofMinutes(5);
  private static final int QUEUE = 1000;

  private static final Finding NO_JWT = Finding.wrong("this token is not a signed JWT");
  private static final Finding UNSIGNED = Finding.wrong("the issuer has not signed this token");
  private static final Finding BUSY = Finding.unavailable("too many tokens are being verified");
  private static final Finding NO_KEYS =
      Finding.unavailable("the issuer's keys cannot be had, so tokens cannot be verified");

  private final JwtOptions options;
  private final Clock clock;
  private final JwtClaims claims;
  private final KnownTokens known;
  private final IssuerKeys ring;
  private final Workers workers = new Workers("tenure-jwt", 1, QUEUE);

  /** Of keys that were replaced, what is verified by older ones must not be kept. */
  private final AtomicLong generation = new AtomicLong();

  public JwtAuthenticator(JwtOptions options, KeySource keys) {
    this(options, keys, Clock.systemUTC(), System::nanoTime);
  }

  JwtAuthenticator(JwtOptions options, KeySource keys, Clock clock, LongSupplier nanoClock) {
    this.options = options;
    this.clock = clock;
    this.claims = new JwtClaims(options);
    this.known = new KnownTokens(MOST_KNOWN, clock);
    this.ring = new IssuerKeys(keys, nanoClock, this::forget);
  }

  private void forget() {
    generation.incrementAndGet();
    known.clear();
  }

  @Override
  public Finding find(Shown shown) {
    Optional<String> token = ShownToken.in(shown);
    if (token.isEmpty()) {
      return Finding.NOTHING;
    }
    TokenHash hash = TokenHash.of(token.get());
    Optional<Finding> before = known.find(hash);
    if (before.isPresent()) {
      ring.keys(); // so that they do not grow old
      return before.get();
    }
    try {
      SignedJWT jwt = SignedJWT.parse(token.get());
      return objection(jwt.getHeader()).orElseGet(() -> new Finding.Later(verify(jwt, hash)));
    } catch (ParseException | IllegalArgumentException noJwt) {
      return NO_JWT;
    }
  }

  private Optional<Finding> objection(JWSHeader header) {
    if (!options.algorithms().contains(header.getAlgorithm().getName())) {
      return Optional.of(
          Finding.wrong("tokens must be signed by one of " + new TreeSet<>(options.algorithms())));
    }
    JOSEObjectType type = header.getType();
    boolean fits =
        type == null
            || type.equals(JOSEObjectType.JWT)
            || "at+jwt".equalsIgnoreCase(type.getType());
    if (!fits || header.getCriticalParams() != null) {
      return Optional.of(NO_JWT);
    }
    return Optional.empty();
  }

  private CompletionStage<Finding> verify(SignedJWT jwt, TokenHash hash) {
    return workers
        .ask(() -> judge(jwt, hash), Optional.of(BUSY))
        .thenCompose(
            found ->
                found.isPresent()
                    ? CompletableFuture.completedFuture(found.get())
                    : verifyByNewerKeys(jwt, hash));
  }

  private CompletionStage<Finding> verifyByNewerKeys(SignedJWT jwt, TokenHash hash) {
    return ring.refresh()
        .thenCompose(newer -> workers.ask(() -> judge(jwt, hash), Optional.of(BUSY)))
        .thenApply(found -> found.orElseGet(() -> ring.keys().isEmpty() ? NO_KEYS : UNSIGNED));
  }

  /** Empty if newer keys may know more. */
  private Optional<Finding> judge(SignedJWT jwt, TokenHash hash) {
    long before = generation.get();
    Optional<JWKSet> keys = ring.keys();
    if (keys.isEmpty()) {
      return Optional.empty();
    }
    List<JWK> candidates = SignatureCheck.candidates(jwt.getHeader(), keys.get());
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    if (candidates.stream().noneMatch(key -> SignatureCheck.isSigned(jwt, key))) {
      return Optional.of(UNSIGNED);
    }
    return Optional.of(remembered(claimsOf(jwt), hash, before));
  }

  private Finding claimsOf(SignedJWT jwt) {
    try {
      JWTClaimsSet set = jwt.getJWTClaimsSet();
      return set == null ? NO_JWT : claims.judge(set, clock.instant());
    } catch (ParseException malformed) {
      return NO_JWT;
    }
  }

  private Finding remembered(Finding finding, TokenHash hash, long before) {
    if (finding instanceof Finding.Known found) {
      Instant end = found.principal().until();
      Instant latest = clock.instant().plus(LONGEST_KNOWN);
      known.add(hash, finding, end.isBefore(latest) ? end : latest);
      if (generation.get() != before) {
        known.clear();
      }
    }
    return finding;
  }

  @Override
  public void close() {
    ring.close();
    workers.close();
  }
}
