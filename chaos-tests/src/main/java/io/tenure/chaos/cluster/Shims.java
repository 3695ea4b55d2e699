package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The small C programs and libraries of the harness, compiled when they are first needed. */
enum Shims {
  CLOCK("clockshim", true),
  DISK("diskshim", true),
  POWER_LOSS("powerloss", false),
  LATE_LINK("latelink", false);

  private final String source;
  private final boolean library;

  Shims(String source, boolean library) {
    this.source = source;
    this.library = library;
  }

  /** The compiled file; one that was compiled from the same source before is used again. */
  synchronized Path file() {
    try {
      byte[] text = source();
      Path directory = directory();
      Path target = directory.resolve(source + "-" + digest(text) + (library ? ".so" : ""));
      if (!Files.exists(target)) {
        compile(text, target);
      }
      return target;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Where they are; everybody may read it. */
  static Path directory() throws IOException {
    Path directory =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "tenure-chaos-shims-" + System.getProperty("user.name"));
    Files.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    return directory;
  }

  private byte[] source() throws IOException {
    try (InputStream stream = Shims.class.getResourceAsStream(source + ".c")) {
      if (stream == null) {
        throw new IOException(source + ".c is not on the class path");
      }
      return stream.readAllBytes();
    }
  }

  private void compile(byte[] text, Path target) throws IOException {
    Path work = Files.createTempDirectory(target.getParent(), "compile");
    Path code = work.resolve(source + ".c");
    Path result = work.resolve("result");
    try {
      Files.write(code, text);
      List<String> command = new ArrayList<>(List.of("gcc", "-O2", "-o", result.toString()));
      command.addAll(library ? List.of("-shared", "-fPIC") : List.of());
      command.addAll(List.of(code.toString(), "-ldl"));
      ShellCommand.run(command);
      Files.setPosixFilePermissions(result, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.move(result, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(code);
      Files.deleteIfExists(result);
      Files.delete(work);
    }
  }

  private static String digest(byte[] text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
