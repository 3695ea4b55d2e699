package io.tenure.node.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;

/** How ids of clusters come about: 128 bits, as 32 hexadecimal digits. */
final class ClusterId {

  private static final int BYTES = 16;
  private static final SecureRandom RANDOM = new SecureRandom();

  private ClusterId() {}

  static String random() {
    byte[] bytes = new byte[BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  static boolean isWellFormed(String text) {
    return text.matches("[0-9a-f]{32}");
  }

  /**
   * As random as the founders' nonces, of which it is made. So every founder comes to the same id
   * by itself, in whatever order they meet, and a founder whose nonce is another to another id.
   *
   * @return nothing while a nonce is missing
   */
  static Optional<String> agreed(Identity founding) {
    return founding.founders().stream().allMatch(each -> each.nonce().isPresent())
        ? Optional.of(hash("founded", founding))
        : Optional.empty();
  }

  /** For clusters that were founded before there were nonces: the same for the same members. */
  static String derived(Identity adopting) {
    return hash("adopted", adopting);
  }

  private static String hash(String how, Identity identity) {
    StringBuilder text = new StringBuilder(how + "\n" + identity.cluster() + "\n");
    for (Founder each : identity.founders()) {
      text.append(each.id()).append(' ').append(each.raftAddress()).append(' ');
      text.append(each.nonce().orElse("")).append('\n');
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] hash = digest.digest(text.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible); // every Java has it
    }
  }
}
