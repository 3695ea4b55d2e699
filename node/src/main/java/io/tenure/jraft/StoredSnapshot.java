package io.tenure.jraft;

import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.snapshot.Snapshot;
import com.alipay.sofa.jraft.storage.snapshot.local.LocalSnapshotMetaTable;
import io.tenure.replication.LogPosition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a snapshot says of itself.
 *
 * @param last the last log entry that is in it
 * @param members the raft addresses of the members at that entry
 */
record StoredSnapshot(LogPosition last, Set<String> members) {

  static StoredSnapshot of(SnapshotMeta meta) {
    return new StoredSnapshot(
        new LogPosition(meta.getLastIncludedIndex(), meta.getLastIncludedTerm()),
        new TreeSet<>(meta.getPeersList()));
  }

  /**
   * The newest in a directory; none if there is none, or if it is damaged, which JRaft will say.
   */
  static Optional<StoredSnapshot> newest(Path directory) {
    try {
      Optional<Path> newest = newestIn(directory);
      return newest.isPresent() ? read(newest.get()) : Optional.empty();
    } catch (IOException unreadable) {
      return Optional.empty();
    }
  }

  /**
   * What the disk says of the newest snapshot.
   *
   * @param taken in seconds since 1970
   * @param bytes of all its files
   */
  record Size(double taken, double bytes) {
    private static final Size NONE = new Size(Double.NaN, Double.NaN);

    /** Not a number while there is no snapshot, or while it is replaced. */
    static Size ofNewest(Path directory) {
      try {
        Optional<Path> newest = newestIn(directory);
        return newest.isPresent() ? of(newest.get()) : NONE;
      } catch (IOException | UncheckedIOException replaced) {
        return NONE;
      }
    }

    private static Size of(Path snapshot) throws IOException {
      long bytes = 0;
      try (Stream<Path> files = Files.walk(snapshot)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          bytes += Files.size(file);
        }
      }
      return new Size(Files.getLastModifiedTime(snapshot).toMillis() / 1e3, bytes);
    }
  }

  private static Optional<Path> newestIn(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> snapshots = Files.list(directory)) {
      return snapshots
          .filter(each -> index(each) > 0)
          .max(Comparator.comparingLong(StoredSnapshot::index));
    }
  }

  private static Optional<StoredSnapshot> read(Path snapshot) throws IOException {
    LocalSnapshotMetaTable table = new LocalSnapshotMetaTable(new RaftOptions());
    Path meta = snapshot.resolve(Snapshot.JRAFT_SNAPSHOT_META_FILE);
    return Files.exists(meta) && table.loadFromFile(meta.toString())
        ? Optional.of(of(table.getMeta()))
        : Optional.empty();
  }

  private static long index(Path snapshot) {
    String name = String.valueOf(snapshot.getFileName());
    return name.matches(Snapshot.JRAFT_SNAPSHOT_PREFIX + "[0-9]{1,18}")
        ? Long.parseLong(name.substring(Snapshot.JRAFT_SNAPSHOT_PREFIX.length()))
        : 0;
  }
}
