package io.tenure.node.backup;

import io.tenure.node.identity.Identity;
import io.tenure.store.Checkpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** Makes a backup of a checkpoint: the head, the files one after another, and the checksum. */
public final class BackupWriter {

  static final String SUM = "sha256 = ";
  private static final int PIECE_BYTES = 64 << 10;

  /** Takes the backup, piece by piece. A piece is the taker's to keep. */
  public interface Target {
    void take(byte[] piece) throws IOException;
  }

  private final Identity identity;
  private final String version;
  private final Target target;
  private final MessageDigest sum = Sha256.start();

  /**
   * Makes a writer for one backup.
   *
   * @param identity of the node whose state it is
   * @param version of this program
   */
  public BackupWriter(Identity identity, String version, Target target) {
    this.identity = identity;
    this.version = version;
    this.target = target;
  }

  /** Writes a whole backup. Seals the checkpoint first. */
  public void write(Checkpoint checkpoint, Instant now) throws IOException {
    checkpoint.seal();
    List<BackupHead.Part> files = files(checkpoint.directory());
    put(
        BackupHead.of(identity, version, now, checkpoint.head(), files)
            .print()
            .getBytes(StandardCharsets.UTF_8));
    for (BackupHead.Part file : files) {
      put(checkpoint.directory().resolve(file.name()), file.size());
    }
    String end = SUM + HexFormat.of().formatHex(sum.digest()) + "\n";
    target.take(end.getBytes(StandardCharsets.US_ASCII));
  }

  private static List<BackupHead.Part> files(Path directory) throws IOException {
    List<BackupHead.Part> files = new ArrayList<>();
    try (Stream<Path> found = Files.list(directory)) {
      for (Path file : found.sorted().toList()) {
        files.add(new BackupHead.Part(file.getFileName().toString(), Files.size(file)));
      }
    }
    return files;
  }

  private void put(Path file, long size) throws IOException {
    long written = 0;
    byte[] buffer = new byte[PIECE_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
        put(Arrays.copyOf(buffer, read));
        written += read;
      }
    }
    if (written != size) {
      throw new IOException(file + " has " + written + " bytes instead of " + size);
    }
  }

  private void put(byte[] piece) throws IOException {
    sum.update(piece);
    target.take(piece);
  }
}
