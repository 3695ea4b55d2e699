package io.tenure.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Where a node keeps everything. While it is open no other process can use it.
 *
 * <p>The identity in it is the guard against the worst mistake: a node that lost its disk and comes
 * back under its old name has forgotten its votes and its acknowledgements, and may help to elect a
 * leader that lacks acknowledged writes. So an empty directory is used only when told that the
 * cluster is new.
 */
final class DataDirectory implements AutoCloseable {
  private static final String IDENTITY = "identity";
  private static final String NEW_IDENTITY = "identity.new";
  private static final String LOCK = "LOCK";

  /** What may be in a directory that counts as empty. */
  private static final Set<String> NOTHING = Set.of(LOCK, NEW_IDENTITY, "lost+found");

  private final Path path;
  private final FileChannel lockFile;

  private DataDirectory(Path path, FileChannel lockFile) {
    this.path = path;
    this.lockFile = lockFile;
  }

  /** Makes the directory if need be, and keeps others out of it. */
  static DataDirectory open(Path path) {
    try {
      Files.createDirectories(path);
      FileChannel lockFile =
          FileChannel.open(
              path.resolve(LOCK),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      lock(path, lockFile);
      return new DataDirectory(path, lockFile);
    } catch (FileAlreadyExistsException file) {
      throw refused(path, "is a file, not a directory");
    } catch (IOException failure) {
      throw refused(path, "cannot be used: " + failure);
    }
  }

  private static void lock(Path path, FileChannel lockFile) throws IOException {
    Optional<FileLock> lock;
    try {
      lock = Optional.ofNullable(lockFile.tryLock());
    } catch (OverlappingFileLockException ownedByThisProcess) {
      lock = Optional.empty();
    }
    if (lock.isEmpty()) {
      String owner = Files.readString(path.resolve(LOCK)).strip();
      lockFile.close();
      throw refused(
          path,
          "is in use by "
              + (owner.isEmpty() ? "another process" : "process " + owner)
              + "; stop that one first, or give this node a directory of its own");
    }
    lockFile.truncate(0);
    lockFile.write(ByteBuffer.wrap(bytes(ProcessHandle.current().pid() + "\n")), 0);
  }

  /**
   * Makes sure that the directory belongs to a node.
   *
   * @param configured who the node is by its configuration
   * @param bootstrap whether the cluster is new, so that an empty directory may be taken
   * @return who the directory says the node is
   */
  Identity claim(Identity configured, boolean bootstrap) {
    try {
      if (hasIdentity()) {
        return check(configured);
      }
      if (!isEmpty(path)) {
        throw refused(
            path, "is not empty and has no file 'identity', so it is not a node's directory");
      }
      if (!bootstrap) {
        throw refused(path, whyNotEmpty(configured.node()));
      }
      write(configured);
      return configured;
    } catch (IOException failure) {
      throw refused(path, "cannot be used: " + failure);
    }
  }

  /** Whether the directory is somebody's already. */
  boolean hasIdentity() {
    return Files.exists(path.resolve(IDENTITY));
  }

  private static String whyNotEmpty(String node) {
    return "is empty. If the cluster is new, start with --bootstrap. If "
        + node
        + " was a member before, its data is gone, and it must not come back under its old name:"
        + " it has forgotten its votes, and acknowledged writes could be lost. Bring its data"
        + " back, or leave it out: the others go on without it";
  }

  private Identity check(Identity configured) throws IOException {
    Optional<Identity> found = Identity.parse(Files.readString(path.resolve(IDENTITY)));
    if (found.isEmpty()) {
      throw refused(path, "has a file 'identity' that is damaged or of another version");
    }
    Optional<String> objection = found.get().objectionTo(configured);
    if (objection.isPresent()) {
      throw refused(path, objection.get());
    }
    return found.get();
  }

  /** When this returns the identity will be found after a crash, whole. */
  private void write(Identity identity) throws IOException {
    Path fresh = path.resolve(NEW_IDENTITY);
    try (FileChannel file =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer text = ByteBuffer.wrap(bytes(identity.print()));
      while (text.hasRemaining()) {
        file.write(text);
      }
      file.force(true);
    }
    Files.move(fresh, path.resolve(IDENTITY), StandardCopyOption.ATOMIC_MOVE);
    sync(path);
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null) {
      sync(parent);
    }
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
      entries.force(true);
    }
  }

  /** Whether a node could be bootstrapped in a directory; one that is not there is empty. */
  static boolean isEmpty(Path path) throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries.allMatch(entry -> NOTHING.contains(String.valueOf(entry.getFileName())));
    } catch (NoSuchFileException absent) {
      return true;
    }
  }

  Path path() {
    return path;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static StartupException refused(Path path, String why) {
    return new StartupException(ExitCode.IDENTITY, "data directory " + path + " " + why);
  }

  @Override
  public void close() {
    try {
      lockFile.close();
    } catch (IOException failure) {
      throw refused(path, "cannot be unlocked: " + failure);
    }
  }
}
