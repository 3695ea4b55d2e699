package io.tenure.node.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A directory for the time of one piece of work. Inside of a data directory there is one place for
 * it, so that what a crash has left is cleared away by the next.
 */
public final class Workspace implements AutoCloseable {

  public static final String NAME = "work";

  private final Path path;

  private Workspace(Path path) {
    this.path = path;
  }

  /** Makes an empty workspace in a directory that is this process's alone. */
  public static Workspace in(Path directory) throws IOException {
    Path path = directory.resolve(NAME);
    delete(path);
    return new Workspace(Files.createDirectories(path));
  }

  /** Makes a workspace where there is no data directory, beside the system's other such files. */
  public static Workspace temporary() throws IOException {
    return new Workspace(Files.createTempDirectory("tenure-"));
  }

  public Path path() {
    return path;
  }

  private static void delete(Path path) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> files = Files.walk(path)) {
      deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
    } catch (NoSuchFileException absent) {
      return;
    }
    for (Path file : deepestFirst) {
      Files.delete(file);
    }
  }

  @Override
  public void close() throws IOException {
    delete(path);
  }
}
