package io.tenure.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Where the database is. Each checkpoint that is installed gets a directory of its own beside the
 * one in use, and becomes the one in use when the file {@code current} is replaced by one that
 * names it. Before that moment a crash leaves the old state, after it the new one.
 */
final class StateDirectory {

  private static final String POINTER = "current";
  private static final String PREFIX = "state-";

  private final Path root;
  private String current;

  private StateDirectory(Path root, String current) {
    this.root = root;
    this.current = current;
  }

  /** Finds the state of this directory; a directory without any gets an empty one. */
  static StateDirectory open(Path root) {
    try {
      Files.createDirectories(root);
      Path pointer = root.resolve(POINTER);
      if (!Files.exists(pointer)) {
        return create(root);
      }
      String current = Files.readString(pointer).strip();
      if (!current.startsWith(PREFIX) || !Files.isDirectory(root.resolve(current))) {
        throw new StoreException("corrupt store: " + pointer + " names no state: " + current);
      }
      return new StateDirectory(root, current);
    } catch (IOException e) {
      throw new StoreException("cannot open the store " + root, e);
    }
  }

  private static StateDirectory create(Path root) throws IOException {
    for (Path state : states(root)) {
      if (!Durable.list(state).isEmpty()) {
        throw new StoreException("corrupt store: " + root.resolve(POINTER) + " is missing");
      }
    }
    StateDirectory directory = new StateDirectory(root, PREFIX + 1);
    Files.createDirectories(directory.path());
    directory.switchTo(directory.path());
    return directory;
  }

  Path path() {
    return root.resolve(current);
  }

  /** Whether nothing was ever written here. */
  boolean isEmpty() {
    try {
      return Durable.list(path()).isEmpty();
    } catch (IOException e) {
      throw new StoreException("cannot read " + path(), e);
    }
  }

  /** Copies a checkpoint beside the current state, as durable as that is. */
  Path bring(Path checkpoint, Manifest manifest) {
    Path next = root.resolve(PREFIX + (number(current) + 1));
    try {
      if (Files.exists(next)) {
        Durable.deleteTree(next);
      }
      Files.createDirectory(next);
      for (Manifest.Item item : manifest.items()) {
        bringFile(checkpoint.resolve(item.name()), next.resolve(item.name()));
      }
      Durable.sync(next);
      return next;
    } catch (IOException e) {
      throw new StoreException("cannot copy the checkpoint " + checkpoint, e);
    }
  }

  /**
   * RocksDB never changes a table file once it is written, so a link to it is as good as a copy.
   */
  private static void bringFile(Path from, Path to) throws IOException {
    if (from.toString().endsWith(".sst")) {
      try {
        Files.createLink(to, from);
      } catch (IOException | UnsupportedOperationException e) {
        Files.copy(from, to);
      }
    } else {
      Files.copy(from, to);
    }
    Durable.sync(to);
  }

  void switchTo(Path next) {
    try {
      String name = next.getFileName() + "";
      Durable.replace(root.resolve(POINTER), name + "\n");
      current = name;
    } catch (IOException e) {
      throw new StoreException("cannot switch to " + next, e);
    }
  }

  /** Deletes what an installation, finished or not, has left; only for who has the state open. */
  void deleteOthers() {
    try {
      for (Path state : states(root)) {
        if (!state.equals(path())) {
          Durable.deleteTree(state);
        }
      }
    } catch (IOException e) {
      throw new StoreException("cannot delete old states in " + root, e);
    }
  }

  private static List<Path> states(Path root) throws IOException {
    return Durable.list(root).stream()
        .filter(path -> path.getFileName().toString().startsWith(PREFIX))
        .toList();
  }

  private static long number(String state) {
    try {
      return Long.parseLong(state.substring(PREFIX.length()));
    } catch (NumberFormatException e) {
      throw new StoreException("corrupt store: not a state", e);
    }
  }
}
