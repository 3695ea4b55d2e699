package io.tenure.node.backup;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * A backup that was read to its end, and is whole.
 *
 * @param checksum of all of it, as hexadecimal digits
 */
public record BackupFile(BackupHead head, String checksum) {

  private static final int PIECE_BYTES = 64 << 10;

  /** The first digits of the checksum, which tell backups apart. */
  public String name() {
    return checksum.substring(0, 32);
  }

  /** Reads a backup to its end, without keeping anything of it. */
  public static BackupFile check(Path file) {
    return read(file, part -> OutputStream.nullOutputStream());
  }

  /** Reads a backup to its end, and puts its files into an empty directory. */
  public static BackupFile unpack(Path file, Path directory) {
    return read(file, part -> Files.newOutputStream(directory.resolve(part.name())));
  }

  private interface Place {
    OutputStream open(BackupHead.Part part) throws IOException;
  }

  private static BackupFile read(Path file, Place place) {
    MessageDigest sum = Sha256.start();
    try (InputStream plain = new BufferedInputStream(Files.newInputStream(file), PIECE_BYTES);
        DigestInputStream in = new DigestInputStream(plain, sum)) {
      BackupHead head = readHead(in, file);
      for (BackupHead.Part part : head.files()) {
        try (OutputStream out = place.open(part)) {
          copy(in, part, out);
        }
      }
      String found = HexFormat.of().formatHex(sum.digest());
      in.on(false);
      requireSum(in, found, file);
      return new BackupFile(head, found);
    } catch (EOFException cut) {
      throw new BackupException(file + " is cut short", cut);
    } catch (IOException failure) {
      throw new BackupException("cannot read " + file + ": " + failure, failure);
    }
  }

  private static BackupHead readHead(InputStream in, Path file) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    int before = 0;
    for (int next = in.read(); next >= 0; next = in.read()) {
      text.write(next);
      if (next == '\n' && before == '\n') {
        return BackupHead.parse(text.toString(StandardCharsets.UTF_8))
            .orElseThrow(() -> notOne(file));
      }
      if (text.size() > BackupHead.MAX_LENGTH) {
        throw notOne(file);
      }
      before = next;
    }
    throw notOne(file);
  }

  private static BackupException notOne(Path file) {
    return new BackupException(file + " is not a backup of this version, or its head is damaged");
  }

  private static void copy(InputStream in, BackupHead.Part part, OutputStream out)
      throws IOException {
    byte[] buffer = new byte[PIECE_BYTES];
    for (long left = part.size(); left > 0; ) {
      int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
      if (read < 0) {
        throw new EOFException();
      }
      out.write(buffer, 0, read);
      left -= read;
    }
  }

  private static void requireSum(InputStream in, String found, Path file) throws IOException {
    String expected = BackupWriter.SUM + found + "\n";
    byte[] end = in.readNBytes(expected.length() + 1);
    if (end.length < expected.length()) {
      throw new EOFException();
    }
    if (!new String(end, StandardCharsets.US_ASCII).equals(expected)) {
      throw new BackupException(file + " is damaged: its checksum is wrong");
    }
  }
}
