package io.tenure.gateway.auth.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** An issuer of tokens on loopback, with discovery and keys, as real ones have them. */
final class Issuer implements AutoCloseable {

  static final String AUDIENCE = "tenure";
  static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  final AtomicInteger fetches = new AtomicInteger();
  volatile List<JWK> keys = List.of();
  volatile boolean down;
  private final HttpServer server;

  Issuer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    serve(
        KeySource.WELL_KNOWN,
        () -> "{\"issuer\":\"" + url() + "\",\"jwks_uri\":\"" + url() + "/keys\"}");
    serve(
        "/keys",
        () -> {
          fetches.incrementAndGet();
          return new JWKSet(keys).toString(true);
        });
    server.start();
  }

  private void serve(String path, Supplier<String> body) {
    server.createContext(
        path,
        exchange -> {
          byte[] bytes = body.get().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(down ? 503 : 200, down ? -1 : bytes.length);
          if (!down) {
            exchange.getResponseBody().write(bytes);
          }
          exchange.close();
        });
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  static RSAKey rsa(String id, int bits) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(bits);
    KeyPair pair = generator.generateKeyPair();
    return new RSAKey.Builder((RSAPublicKey) pair.getPublic())
        .privateKey(pair.getPrivate())
        .keyID(id)
        .build();
  }

  static ECKey curve(String id) throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    return new ECKey.Builder(Curve.P_256, (ECPublicKey) pair.getPublic())
        .privateKey(pair.getPrivate())
        .keyID(id)
        .build();
  }

  /** The claims of a good token. */
  JWTClaimsSet.Builder claims() {
    return new JWTClaimsSet.Builder()
        .issuer(url())
        .audience(List.of("others", AUDIENCE))
        .subject("alice")
        .claim("groups", List.of("staff", "ops"))
        .notBeforeTime(Date.from(NOW))
        .expirationTime(Date.from(NOW.plusSeconds(60)));
  }

  static String sign(JWK key, JWTClaimsSet claims) throws JOSEException {
    JWSAlgorithm algorithm = key instanceof RSAKey ? JWSAlgorithm.RS256 : JWSAlgorithm.ES256;
    JWSHeader header = new JWSHeader.Builder(algorithm).keyID(key.getKeyID()).build();
    return sign(key, header, claims);
  }

  static String sign(JWK key, JWSHeader header, JWTClaimsSet claims) throws JOSEException {
    JWSSigner signer =
        key instanceof RSAKey rsa ? new RSASSASigner(rsa) : new ECDSASigner((ECKey) key);
    SignedJWT token = new SignedJWT(header, claims);
    token.sign(signer);
    return token.serialize();
  }

  /** A key of Ed25519 as an issuer publishes it. */
  static OctetKeyPair published(String id, KeyPair pair) {
    byte[] encoded = pair.getPublic().getEncoded();
    byte[] point = Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length);
    return new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(point)).keyID(id).build();
  }

  static String signEd25519(String id, KeyPair pair, JWTClaimsSet claims)
      throws GeneralSecurityException {
    String content =
        raw(Map.of("alg", "EdDSA", "kid", id, "typ", "at+jwt"))
            + "."
            + Base64URL.encode(claims.toString());
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(pair.getPrivate());
    signature.update(content.getBytes(StandardCharsets.US_ASCII));
    return content + "." + Base64URL.encode(signature.sign());
  }

  static Base64URL raw(Map<String, Object> json) {
    return Base64URL.encode(JSONObjectUtils.toJSONString(json));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
