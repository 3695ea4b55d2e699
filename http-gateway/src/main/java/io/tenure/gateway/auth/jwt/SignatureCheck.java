package io.tenure.gateway.auth.jwt;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.SignedJWT;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;

/**
 * Whether one of an issuer's keys has signed a token. The algorithm is what the key is for; what
 * the token says only chooses among those, and never turns a public key into a secret.
 */
final class SignatureCheck {

  private static final int LEAST_RSA_BITS = 2048;

  /** What stands before the 32 bytes of a key of Ed25519 in the encoding that Java reads. */
  private static final byte[] ED25519 = HexFormat.of().parseHex("302a300506032b6570032100");

  private SignatureCheck() {}

  /** The keys that may have signed a token: by its key's id, or if it has none, all of its kind. */
  static List<JWK> candidates(JWSHeader header, JWKSet keys) {
    return keys.getKeys().stream()
        .filter(key -> header.getKeyID() == null || header.getKeyID().equals(key.getKeyID()))
        .filter(key -> key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE))
        .filter(
            key -> key.getAlgorithm() == null || key.getAlgorithm().equals(header.getAlgorithm()))
        .filter(key -> isFor(header.getAlgorithm(), key))
        .toList();
  }

  private static boolean isFor(JWSAlgorithm algorithm, JWK key) {
    if (algorithm.equals(JWSAlgorithm.RS256)) {
      return key instanceof RSAKey && key.size() >= LEAST_RSA_BITS;
    }
    if (algorithm.equals(JWSAlgorithm.ES256)) {
      return key instanceof ECKey curve && curve.getCurve().equals(Curve.P_256);
    }
    return algorithm.equals(JWSAlgorithm.EdDSA)
        && key instanceof OctetKeyPair pair
        && pair.getCurve().equals(Curve.Ed25519);
  }

  static boolean isSigned(SignedJWT token, JWK by) {
    try {
      if (by instanceof RSAKey key) {
        return token.verify(new RSASSAVerifier(key));
      }
      if (by instanceof ECKey key) {
        return token.verify(new ECDSAVerifier(key));
      }
      return by instanceof OctetKeyPair key && isSignedEd25519(token, key);
    } catch (JOSEException | GeneralSecurityException unusable) {
      return false;
    }
  }

  /** By the JDK, since the library's own check would need one more library. */
  private static boolean isSignedEd25519(SignedJWT token, OctetKeyPair key)
      throws GeneralSecurityException {
    if (!token.getHeader().isBase64URLEncodePayload()) {
      return false;
    }
    byte[] point = key.getDecodedX();
    byte[] encoded = new byte[ED25519.length + point.length];
    System.arraycopy(ED25519, 0, encoded, 0, ED25519.length);
    System.arraycopy(point, 0, encoded, ED25519.length, point.length);
    Signature signature = Signature.getInstance("Ed25519");
    signature.initVerify(
        KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
    signature.update(token.getSigningInput());
    return signature.verify(token.getSignature().decode());
  }
}
