package io.tenure.link;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.List;

/**
 * What a node needs to speak TLS to the others, all in PEM.
 *
 * @param certificate the node's certificate, and those between it and the authority
 * @param key its private key, which only the owner of the file may read
 * @param ca the authorities that sign the certificates of all nodes; several while they change
 */
public record TlsFiles(Path certificate, Path key, Path ca) {

  /** Something that differs once one of the files was written, replaced or made readable. */
  List<Object> stamps() {
    return List.of(stamp(certificate), stamp(key), stamp(ca));
  }

  private static Object stamp(Path file) {
    try {
      PosixFileAttributes now = Files.readAttributes(file, PosixFileAttributes.class);
      return List.of(
          now.lastModifiedTime(), now.size(), String.valueOf(now.fileKey()), now.permissions());
    } catch (IOException unreadable) {
      return unreadable.getClass();
    }
  }
}
