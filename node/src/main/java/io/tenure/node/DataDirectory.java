package io.tenure.node;

import io.tenure.jraft.MemberLog;
import io.tenure.node.backup.Workspace;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.IdentityText;
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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a node keeps everything. While it is open no other process can use it.
 *
 * <p>The identity in it is the guard against the worst mistake: a node that lost its disk and comes
 * back under its old name has forgotten its votes and its acknowledgements, and may help to elect a
 * leader that lacks acknowledged writes. So an empty directory is used only when told that the
 * cluster is new.
 */
final class DataDirectory implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DataDirectory.class);
  private static final String IDENTITY = "identity";
  private static final String NEW_IDENTITY = "identity.new";
  private static final String LOCK = "LOCK";

  /** What may be in a directory that counts as empty. */
  private static final Set<String> NOTHING =
      Set.of(LOCK, NEW_IDENTITY, Workspace.NAME, "lost+found");

  private final Path path;
  private final FileChannel lockFile;

  private DataDirectory(Path path, FileChannel lockFile) {
    this.path = path;
    this.lockFile = lockFile;
  }

  /** Nobody else can read a directory that is made here; one that is there stays as it is. */
  private static void create(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    Path parent = path.toAbsolutePath().getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    try {
      Files.createDirectory(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (UnsupportedOperationException notPosix) {
      Files.createDirectory(path);
    }
  }

  /** Makes the directory if need be, and keeps others out of it. */
  static DataDirectory open(Path path) {
    try {
      create(path);
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

  /** Opens a directory only if it is that of a node. */
  static DataDirectory openPresent(Path path) {
    if (!Files.exists(path.resolve(IDENTITY))) {
      throw refused(path, "has no file 'identity', so it is not a node's directory");
    }
    return open(path);
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
    Optional<Identity> found = read();
    if (found.isEmpty() || (bootstrap && isReplaceable(found.get(), configured))) {
      if (!bootstrap) {
        requireEmpty();
        throw refused(path, whyNotEmpty(configured.node()));
      }
      return bootstrap(configured);
    }
    if (bootstrap && found.get().isFounded()) {
      log.warn("--bootstrap is for the first start; take it out of the command");
    }
    found
        .get()
        .objectionToName(configured)
        .or(() -> found.get().objectionToMembers(configured))
        .ifPresent(
            objection -> {
              throw refused(path, objection);
            });
    return found.get().isOfFirstFormat() ? found.get().adopted(configured) : found.get();
  }

  /** Makes the directory that of a founder of a new cluster. */
  Identity bootstrap(Identity configured) {
    Optional<Identity> found = read();
    if (found.isEmpty()) {
      requireEmpty();
    } else if (!isReplaceable(found.get(), configured)) {
      throw refused(
          path,
          "is bootstrapped already: it belongs to node "
              + found.get().node()
              + " of cluster "
              + found.get().cluster()
              + "; start it with `tenure node`");
    }
    Identity bootstrapped = configured.bootstrapped();
    keep(bootstrapped);
    return bootstrapped;
  }

  /**
   * Whether nothing can be lost by bootstrapping again: the node has never taken part in anything,
   * and with the present members it could not.
   */
  private boolean isReplaceable(Identity found, Identity configured) {
    if (found.objectionToName(configured).isPresent() || found.origin().isPresent()) {
      return false;
    }
    return found.isOfFirstFormat()
        ? !MemberLog.existsIn(path)
        : !found.isFounded() && found.objectionToMembers(configured).isPresent();
  }

  /** Lets the node take part from now on. */
  void found(Identity founded) {
    try {
      MemberLog.makeIn(path);
      sync(path);
    } catch (IOException failure) {
      throw refused(path, "cannot be used: " + failure);
    }
    keep(founded);
  }

  /** When this returns the identity will be found after a crash, whole. */
  void keep(Identity identity) {
    try {
      if (!read().equals(Optional.of(identity))) {
        write(identity);
      }
    } catch (IOException failure) {
      throw refused(path, "cannot be used: " + failure);
    }
  }

  /** Refuses a directory that anything was ever kept in. */
  void requireEmpty() {
    try {
      if (!isEmpty(path)) {
        throw refused(
            path, "is not empty and has no file 'identity', so it is not a node's directory");
      }
    } catch (IOException failure) {
      throw refused(path, "cannot be used: " + failure);
    }
  }

  /**
   * Moves all that is here into a directory inside of this one. The identity goes first, so that no
   * node starts with what is left if this is cut short.
   */
  void setAside(String name) {
    Path aside = path.resolve(name);
    try {
      Files.createDirectory(aside);
      Files.move(path.resolve(IDENTITY), aside.resolve(IDENTITY));
      for (Path each : entries()) {
        if (!each.equals(aside) && !NOTHING.contains(String.valueOf(each.getFileName()))) {
          Files.move(each, aside.resolve(each.getFileName()));
        }
      }
      sync(aside);
      sync(path);
    } catch (IOException failure) {
      throw refused(path, "cannot be used: " + failure);
    }
  }

  /** Moves what was made ready for this directory into it. */
  void install(Path fresh) {
    try (Stream<Path> parts = Files.list(fresh)) {
      for (Path each : parts.toList()) {
        Files.move(each, path.resolve(each.getFileName()));
      }
      sync(path);
    } catch (IOException failure) {
      throw refused(path, "cannot be used: " + failure);
    }
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries.toList();
    }
  }

  /** Who it says the node is; nothing if it is not a node's directory. */
  Optional<Identity> read() {
    try {
      Optional<Identity> found = IdentityText.parse(Files.readString(path.resolve(IDENTITY)));
      if (found.isEmpty()) {
        throw refused(path, "has a file 'identity' that is damaged or of another version");
      }
      return found;
    } catch (NoSuchFileException absent) {
      return Optional.empty();
    } catch (IOException failure) {
      throw refused(path, "cannot be used: " + failure);
    }
  }

  Identity requireIdentity() {
    return read().orElseThrow(() -> refused(path, "has no file 'identity'"));
  }

  private static String whyNotEmpty(String node) {
    return "is empty. If the cluster is new, run `tenure bootstrap` once. If "
        + node
        + " was a member before, its data is gone, and it must not come back under its old name:"
        + " it has forgotten its votes, and acknowledged writes could be lost. Bring its data"
        + " back, or leave it out: the others go on without it";
  }

  private void write(Identity identity) throws IOException {
    Path fresh = path.resolve(NEW_IDENTITY);
    try (FileChannel file =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer text = ByteBuffer.wrap(bytes(IdentityText.print(identity)));
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
