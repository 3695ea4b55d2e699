package io.tenure.link;

import io.tenure.files.FileStamp;
import java.nio.file.Path;
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
  List<FileStamp> stamps() {
    return List.of(FileStamp.of(certificate), FileStamp.of(key), FileStamp.of(ca));
  }
}
