package io.tenure.node.backup;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The checksum of backups. */
final class Sha256 {

  private Sha256() {}

  static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible); // every Java has it
    }
  }
}
