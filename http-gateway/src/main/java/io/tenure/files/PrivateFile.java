package io.tenure.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** A file with a secret in it, which nobody but its owner may use. */
public final class PrivateFile {

  private static final Set<PosixFilePermission> OWNERS =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private PrivateFile() {}

  /**
   * Refuses a file that others can use.
   *
   * @param what is in it, such as {@code private key}
   * @throws IOException if others can, or there is no such file; the message says what to do
   */
  public static void require(String what, Path file) throws IOException {
    Set<PosixFilePermission> mode;
    try {
      mode = Files.getPosixFilePermissions(file);
    } catch (UnsupportedOperationException notPosix) {
      return;
    }
    if (!OWNERS.containsAll(mode)) {
      throw new IOException(
          "others than its owner may use the "
              + what
              + " in "
              + file
              + " ("
              + PosixFilePermissions.toString(mode)
              + "): chmod 600 "
              + file);
    }
  }
}
