package io.tenure.pem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PemKeyTest {

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1024, 2048, 4096})
  void bare_keys_of_rsa_are_read(int bits) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(bits);
    PrivateKey key = generator.generateKeyPair().getPrivate();
    byte[] whole = key.getEncoded();
    byte[] bare = Arrays.copyOfRange(whole, 26, whole.length); // behind the wrapping

    assertThat(read("RSA", pem("RSA PRIVATE KEY", bare))).isEqualTo(key);
    assertThat(read("RSA", pem("PRIVATE KEY", whole))).isEqualTo(key);
  }

  /** As OpenSSL writes them: version, secret, curve and public key, behind the curve's name. */
  @ParameterizedTest
  @CsvSource({
    "secp256r1, 06082a8648ce3d030107",
    "secp384r1, 06052b81040022",
    "secp521r1, 06052b81040023",
  })
  void bare_keys_of_a_curve_are_read_with_what_stands_before_them(String name, String curve)
      throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(name));
    KeyPair pair = generator.generateKeyPair();
    ECPrivateKey key = (ECPrivateKey) pair.getPrivate();
    ECPoint point = ((ECPublicKey) pair.getPublic()).getW();
    int bytes = (key.getParams().getOrder().bitLength() + 7) / 8;
    String secret = hex(key.getS(), bytes);
    String open = "0004" + hex(point.getAffineX(), bytes) + hex(point.getAffineY(), bytes);
    String bare =
        der("30", "020101" + der("04", secret) + der("a0", curve) + der("a1", der("03", open)));
    String parameters = pem("EC PARAMETERS", HexFormat.of().parseHex(curve));

    PrivateKey read = read("EC", parameters + pem("EC PRIVATE KEY", HexFormat.of().parseHex(bare)));

    assertThat(((ECPrivateKey) read).getS()).isEqualTo(key.getS());
    assertThat(((ECPrivateKey) read).getParams().getOrder()).isEqualTo(key.getParams().getOrder());
    assertThat(read("EC", pem("PRIVATE KEY", key.getEncoded()))).isEqualTo(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "EC", "Ed25519"})
  void a_key_is_read_for_its_counterpart_only(String kind) throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
    KeyPair pair = generator.generateKeyPair();
    Path file = file(pem("PRIVATE KEY", pair.getPrivate().getEncoded()));

    assertThat(PemKey.read(file, pair.getPublic())).isEqualTo(pair.getPrivate());
    assertThatThrownBy(() -> PemKey.read(file, generator.generateKeyPair().getPublic()))
        .isInstanceOf(IOException.class)
        .hasMessage("the private key in " + file + " does not belong to the certificate");
  }

  @Test
  void a_key_of_another_kind_than_its_counterpart_is_refused() throws Exception {
    KeyPair rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair();
    KeyPair curve = KeyPairGenerator.getInstance("EC").generateKeyPair();
    Path file = file(pem("PRIVATE KEY", rsa.getPrivate().getEncoded()));

    assertThatThrownBy(() -> PemKey.read(file, curve.getPublic()))
        .isInstanceOf(IOException.class)
        .hasMessage("the private key in " + file + " is not of the kind EC");
  }

  @ParameterizedTest
  @CsvSource({
    "CERTIFICATE, AAAA, there is no private key in",
    "ENCRYPTED PRIVATE KEY, AAAA, is encrypted",
    "RSA PRIVATE KEY, 'Proc-Type: 4,ENCRYPTED\n\nAAAA', is encrypted",
    "EC PRIVATE KEY, AAAA, cannot read the private key in",
    "EC PRIVATE KEY, MAoCAQEEBQ==, cannot read the private key in",
    "DSA PRIVATE KEY, AAAA, cannot read the private key in",
  })
  void what_is_of_no_use_is_named_and_why(String kind, String content, String why)
      throws IOException {
    Path file = file("-----BEGIN " + kind + "-----\n" + content + "\n-----END " + kind + "-----\n");

    assertThatThrownBy(() -> PemKey.open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(why)
        .hasMessageContaining(file.toString());
  }

  @Test
  void a_missing_file_is_named() {
    assertThatThrownBy(() -> PemKey.open(directory.resolve("missing.pem")))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("missing.pem");
  }

  private PrivateKey read(String algorithm, String pem) throws Exception {
    String wrapped =
        new String(PemKey.open(file(pem)).readAllBytes(), StandardCharsets.US_ASCII)
            .replaceAll("-----[A-Z ]+-----", "");
    return KeyFactory.getInstance(algorithm)
        .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(wrapped)));
  }

  private static String hex(BigInteger number, int bytes) {
    return String.format("%0" + 2 * bytes + "x", number);
  }

  private static String der(String tag, String content) {
    int size = content.length() / 2;
    return tag
        + String.format(size < 128 ? "%02x" : size < 256 ? "81%02x" : "82%04x", size)
        + content;
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("key.pem"), text);
  }

  private static String pem(String kind, byte[] bytes) {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    return "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n";
  }
}
