package io.tenure.gateway.auth.jwt;

import static io.tenure.gateway.auth.Findings.known;
import static io.tenure.gateway.auth.Findings.refused;
import static io.tenure.gateway.auth.jwt.Issuer.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Principal;
import io.tenure.gateway.auth.ShownBy;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JwtTest {

  private static final RSAKey RSA;
  private static final ECKey CURVE;

  static {
    try {
      RSA = Issuer.rsa("one", 2048);
      CURVE = Issuer.curve("two");
    } catch (GeneralSecurityException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final Issuer issuer;
  private JwtAuthenticator authenticator;

  JwtTest() throws IOException {
    issuer = new Issuer();
    issuer.keys = List.of(RSA.toPublicJWK(), CURVE.toPublicJWK());
  }

  @BeforeEach
  void start() throws IOException {
    JwtOptions options =
        new JwtOptions(
            issuer.url(),
            Issuer.AUDIENCE,
            JwtOptions.ALGORITHMS,
            "sub",
            "groups",
            Duration.ofSeconds(10));
    authenticator =
        new JwtAuthenticator(
            options,
            KeySource.discovered(issuer.url()),
            new Clock() {
              @Override
              public ZoneId getZone() {
                return ZoneOffset.UTC;
              }

              @Override
              public Clock withZone(ZoneId zone) {
                return this;
              }

              @Override
              public Instant instant() {
                return now.get();
              }
            },
            () -> Duration.between(NOW, now.get()).toNanos());
  }

  @AfterEach
  void stop() {
    authenticator.close();
    issuer.close();
  }

  private void pass(Duration time) {
    now.updateAndGet(instant -> instant.plus(time));
  }

  private Finding find(String token) {
    return authenticator.find(ShownBy.bearer(token));
  }

  private String refusal(String token) {
    assertThat(refused(find(token)).status()).isEqualTo(401);
    assertThat(refused(find(token)).headers().toString()).contains("error=\"invalid_token\"");
    return refused(find(token)).detail();
  }

  private String good() throws JOSEException {
    return Issuer.sign(RSA, issuer.claims().build());
  }

  @Test
  void a_token_names_its_subject_until_it_expires() throws Exception {
    String token = good();
    Principal alice = known(find(token));
    assertThat(alice.name()).isEqualTo("jwt:alice");
    assertThat(alice.groups()).containsExactlyInAnyOrder("staff", "ops");
    assertThat(alice.until()).isEqualTo(NOW.plusSeconds(70));
    assertThat(known(find(Issuer.sign(CURVE, issuer.claims().build())))).isEqualTo(alice);

    assertThat(find(token)).as("the second time, at once").isInstanceOf(Finding.Known.class);
    pass(Duration.ofSeconds(69));
    assertThat(known(find(token))).isEqualTo(alice);
    pass(Duration.ofSeconds(1));
    assertThat(refusal(token)).isEqualTo("the token has expired");
  }

  @Test
  void keys_of_ed25519_need_no_other_library() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    known(find(good()));
    issuer.keys = List.of(Issuer.published("ed", pair));
    pass(IssuerKeys.LEAST);
    JWTClaimsSet claims = issuer.claims().build();
    assertThat(known(find(Issuer.signEd25519("ed", pair, claims))).name()).isEqualTo("jwt:alice");
    KeyPair other = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    assertThat(refusal(Issuer.signEd25519("ed", other, claims))).contains("has not signed");
  }

  @Test
  void nothing_unsigned_or_signed_by_a_public_key_is_believed() throws Exception {
    JWTClaimsSet claims = issuer.claims().build();
    String none = Issuer.raw(Map.of("alg", "none")) + "." + Base64URL.encode(claims.toString());
    refusal(none + ".");
    refusal(none + "." + Base64URL.encode("x"));

    SignedJWT hmac =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("one").build(), claims);
    hmac.sign(new MACSigner(RSA.toRSAPublicKey().getEncoded()));
    assertThat(refusal(hmac.serialize())).contains("one of [ES256, EdDSA, RS256]");

    String token = good();
    String[] parts = token.split("\\.");
    String others = Issuer.sign(RSA, issuer.claims().subject("root").build()).split("\\.")[1];
    refusal(parts[0] + "." + others + "." + parts[2]);
    refusal(parts[0] + "." + parts[1] + ".");
    refusal(parts[0] + "." + parts[1]);
    refusal(Issuer.sign(Issuer.rsa("one", 2048), claims));
    JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("one");
    refusal(Issuer.sign(RSA, header.type(new JOSEObjectType("dpop+jwt")).build(), claims));
    RSAKey mine = Issuer.rsa("mine", 2048);
    JWSHeader own =
        new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("mine").jwk(mine.toPublicJWK()).build();
    refusal(Issuer.sign(mine, own, claims));
    for (String garbage : List.of("", "a.b.c", "....", "x", "ü.ü.ü")) {
      refusal(garbage);
    }
    assertThat(authenticator.find(ShownBy.of())).isEqualTo(Finding.NOTHING);
  }

  @Test
  void a_short_key_of_the_issuer_itself_is_not_used() throws Exception {
    RSAKey small = Issuer.rsa("small", 1024);
    known(find(good()));
    issuer.keys = List.of(small.toPublicJWK());
    pass(IssuerKeys.LEAST);
    RSAKey sameName = new RSAKey.Builder(RSA).keyID("small").build();
    assertThat(refusal(Issuer.sign(sameName, issuer.claims().build()))).contains("has not signed");
  }

  @Test
  void claims_must_be_of_this_issuer_for_this_audience_and_in_time() throws Exception {
    Date past = Date.from(NOW.minusSeconds(10));
    Date future = Date.from(NOW.plusSeconds(11));
    Map<JWTClaimsSet, String> wrong =
        Map.of(
            issuer.claims().issuer("https://other").build(),
            "the token is of another issuer",
            issuer.claims().audience("others").build(),
            "the token is for another audience",
            issuer.claims().audience((String) null).build(),
            "the token is for another audience",
            issuer.claims().expirationTime(null).build(),
            "the token never expires",
            issuer.claims().expirationTime(past).build(),
            "the token has expired",
            issuer.claims().notBeforeTime(future).build(),
            "the token is not valid yet",
            issuer.claims().subject(null).build(),
            "the token has no name in the claim sub",
            issuer.claims().subject("a\nb").build(),
            "the token has no name in the claim sub");
    for (Map.Entry<JWTClaimsSet, String> each : wrong.entrySet()) {
      assertThat(refusal(Issuer.sign(RSA, each.getKey()))).isEqualTo(each.getValue());
    }
  }

  @Test
  void rotated_keys_are_fetched_and_dropped_ones_forgotten() throws Exception {
    String old = good();
    known(find(old));
    RSAKey newer = Issuer.rsa("newer", 2048);
    issuer.keys = List.of(newer.toPublicJWK());
    pass(IssuerKeys.LEAST);
    known(find(Issuer.sign(newer, issuer.claims().build())));
    assertThat(refusal(old)).contains("has not signed");
  }

  @Test
  void unknown_keys_cause_one_fetch_in_each_interval() throws Exception {
    known(find(good()));
    int before = issuer.fetches.get();
    for (int round = 1; round <= 3; round++) {
      pass(IssuerKeys.LEAST);
      for (int i = 0; i < 40; i++) {
        RSAKey unknown = new RSAKey.Builder(RSA).keyID("unknown-" + i).build();
        refused(find(Issuer.sign(unknown, issuer.claims().expirationTime(end()).build())));
      }
      assertThat(issuer.fetches.get() - before).isEqualTo(round);
    }
  }

  private Date end() {
    return Date.from(now.get().plusSeconds(60));
  }

  @Test
  void while_the_issuer_is_down_its_keys_stay() throws Exception {
    known(find(good()));
    issuer.down = true;
    pass(IssuerKeys.OLD.plusSeconds(1));
    known(find(Issuer.sign(RSA, issuer.claims().expirationTime(end()).build())));
    pass(IssuerKeys.LEAST);
    RSAKey unknown = new RSAKey.Builder(RSA).keyID("unknown").build();
    String token = Issuer.sign(unknown, issuer.claims().expirationTime(end()).build());
    assertThat(refusal(token)).contains("has not signed");
    known(find(Issuer.sign(CURVE, issuer.claims().expirationTime(end()).build())));
  }

  @Test
  void without_any_keys_nobody_can_say() throws Exception {
    issuer.down = true;
    authenticator.close();
    start();
    assertThat(refused(find(good())).status()).isEqualTo(503);
    issuer.down = false;
    pass(IssuerKeys.LEAST);
    known(find(Issuer.sign(RSA, issuer.claims().expirationTime(end()).build())));
  }

  @Test
  void keys_come_by_a_way_that_nobody_else_is_on() throws Exception {
    for (String open : List.of("http://idp.example", "ftp://idp.example", "idp", "file:///x")) {
      assertThatThrownBy(() -> KeySource.discovered(open)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> KeySource.at(open)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> KeySource.discovered(issuer.url() + "/").read())
        .hasMessageContaining("describes another issuer");
  }
}
