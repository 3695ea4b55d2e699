package io.tenure.pem;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Private keys of servers and nodes, as PEM files have them. Java reads only PKCS #8, which says of
 * a key what algorithm it is for; older tools write the bare key of RSA (PKCS #1) or of an elliptic
 * curve (SEC 1), which is put into that wrapping here.
 */
public final class PemKey {

  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----(.*?)-----END \\1-----", Pattern.DOTALL);

  private static final int INTEGER = 0x02;
  private static final int OCTETS = 0x04;
  private static final int SEQUENCE = 0x30;
  private static final int CURVE = 0xa0;
  private static final int LONG_LENGTH = 0x80;
  private static final int MOST_OF_ONE_BYTE = 0xff;

  /** By their names in ASN.1, with the parameters that RSA has not. */
  private static final byte[] RSA = HexFormat.of().parseHex("06092a864886f70d0101010500");

  private static final byte[] ELLIPTIC_CURVE = HexFormat.of().parseHex("06072a8648ce3d0201");

  private PemKey() {}

  /**
   * Reads a key.
   *
   * @return PEM of PKCS #8
   * @throws IOException if there is no such file, or no key in it that can be read
   */
  public static InputStream open(Path file) throws IOException {
    return pem(pkcs8(file));
  }

  /**
   * Reads a key.
   *
   * @return the bytes of PKCS #8
   * @throws IOException if there is no such file, or no key in it that can be read
   */
  public static byte[] pkcs8(Path file) throws IOException {
    Matcher block = BLOCK.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
    if (!block.find()) {
      throw new IOException("there is no private key in " + file);
    }
    if (block.group(1).startsWith("ENCRYPTED") || block.group(2).contains("ENCRYPTED")) {
      throw new IOException("the private key in " + file + " is encrypted");
    }
    try {
      byte[] key = Base64.getMimeDecoder().decode(block.group(2));
      return switch (block.group(1)) {
        case "PRIVATE KEY" -> key;
        case "RSA PRIVATE KEY" -> wrapped(key, RSA);
        case "EC PRIVATE KEY" -> wrapped(key, ELLIPTIC_CURVE, curve(ByteBuffer.wrap(key)));
        default -> throw new IllegalArgumentException(block.group(1));
      };
    } catch (IllegalArgumentException | BufferUnderflowException unreadable) {
      throw new IOException("cannot read the private key in " + file, unreadable);
    }
  }

  /**
   * Reads the private key that belongs to a public one.
   *
   * @throws IOException if there is no such file, or not that key in it
   */
  public static PrivateKey read(Path file, PublicKey counterpart) throws IOException {
    byte[] encoded = pkcs8(file);
    try {
      PrivateKey key =
          KeyFactory.getInstance(counterpart.getAlgorithm())
              .generatePrivate(new PKCS8EncodedKeySpec(encoded));
      if (isPair(key, counterpart)) {
        return key;
      }
    } catch (InvalidKeySpecException | InvalidKeyException otherKind) {
      throw new IOException(
          "the private key in " + file + " is not of the kind " + counterpart.getAlgorithm(),
          otherKind);
    } catch (GeneralSecurityException unsupported) {
      throw new IOException(
          "keys of the kind " + counterpart.getAlgorithm() + " are not supported", unsupported);
    }
    throw new IOException("the private key in " + file + " does not belong to the certificate");
  }

  private static boolean isPair(PrivateKey key, PublicKey counterpart)
      throws GeneralSecurityException {
    Signature signature =
        Signature.getInstance(
            switch (key.getAlgorithm()) {
              case "EC" -> "SHA256withECDSA";
              case "RSA" -> "SHA256withRSA";
              default -> key.getAlgorithm();
            });
    signature.initSign(key);
    signature.update(counterpart.getEncoded());
    byte[] signed = signature.sign();
    signature.initVerify(counterpart);
    signature.update(counterpart.getEncoded());
    return signature.verify(signed);
  }

  private static InputStream pem(byte[] key) {
    String text = Base64.getMimeEncoder().encodeToString(key);
    return new ByteArrayInputStream(
        ("-----BEGIN PRIVATE KEY-----\n" + text + "\n-----END PRIVATE KEY-----\n")
            .getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] wrapped(byte[] key, byte[]... algorithm) {
    byte[] version = {0};
    return der(SEQUENCE, der(INTEGER, version), der(SEQUENCE, algorithm), der(OCTETS, key));
  }

  /** The name of the curve, which stands behind the version and the secret. */
  private static byte[] curve(ByteBuffer key) {
    ByteBuffer fields = value(SEQUENCE, key);
    value(INTEGER, fields);
    value(OCTETS, fields);
    ByteBuffer name = value(CURVE, fields);
    byte[] bytes = new byte[name.remaining()];
    name.get(bytes);
    return bytes;
  }

  private static ByteBuffer value(int tag, ByteBuffer from) {
    if ((from.get() & 0xff) != tag) {
      throw new IllegalArgumentException("not what is expected at " + (from.position() - 1));
    }
    int length = from.get() & 0xff;
    if (length >= LONG_LENGTH) {
      int bytes = length - LONG_LENGTH;
      length = 0;
      for (int i = 0; i < bytes; i++) {
        length = length << Byte.SIZE | from.get() & 0xff;
      }
    }
    ByteBuffer value = from.slice().limit(length);
    from.position(from.position() + length);
    return value;
  }

  private static byte[] der(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    if (content.size() > MOST_OF_ONE_BYTE) {
      out.write(LONG_LENGTH + Short.BYTES); // no key has as many bytes as would need more
      out.write(content.size() >> Byte.SIZE);
    } else if (content.size() >= LONG_LENGTH) {
      out.write(LONG_LENGTH + Byte.BYTES);
    }
    out.write(content.size());
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }
}
