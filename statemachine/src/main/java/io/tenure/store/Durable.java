package io.tenure.store;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Files that are still there after a power failure. */
final class Durable {

  private Durable() {}

  /** Waits until a file, or the list of files in a directory, is on disk. */
  static void sync(Path path) throws IOException {
    boolean directory = Files.isDirectory(path);
    // Windows has no way to sync a directory, and no need to.
    if (directory && File.separatorChar == '\\') {
      return;
    }
    var mode = directory ? StandardOpenOption.READ : StandardOpenOption.WRITE;
    try (FileChannel channel = FileChannel.open(path, mode)) {
      channel.force(true);
    }
  }

  /** Replaces a file at once: whoever reads it sees the old text or the new one. */
  static void replace(Path file, String text) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.writeString(next, text);
    sync(next);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    sync(parent(file));
  }

  static List<Path> list(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.sorted().toList();
    }
  }

  static void deleteTree(Path root) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(root)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path file : deepestFirst) {
      Files.delete(file);
    }
  }

  static Path parent(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    if (parent == null) {
      throw new IllegalArgumentException(path + " has no parent");
    }
    return parent;
  }
}
