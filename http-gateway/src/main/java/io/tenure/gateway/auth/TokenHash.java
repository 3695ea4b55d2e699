package io.tenure.gateway.auth;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 of a secret that somebody shows. Tables are looked up by it, so how long that takes
 * says nothing about the secrets in them, and no secret is kept.
 */
public record TokenHash(long first, long second, long third, long fourth) {

  public static TokenHash of(String secret) {
    return of(sha256().digest(secret.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Reads what {@code sha256sum} prints.
   *
   * @throws IllegalArgumentException if these are not 64 hexadecimal digits
   */
  static TokenHash parse(String digits) {
    byte[] bytes = HexFormat.of().parseHex(digits);
    if (bytes.length != 4 * Long.BYTES) {
      throw new IllegalArgumentException("not a SHA-256");
    }
    return of(bytes);
  }

  private static TokenHash of(byte[] bytes) {
    ByteBuffer numbers = ByteBuffer.wrap(bytes);
    return new TokenHash(
        numbers.getLong(), numbers.getLong(), numbers.getLong(), numbers.getLong());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
