package io.tenure.jraft;

import com.alipay.sofa.jraft.entity.LocalFileMetaOutter.LocalFileMeta;
import com.alipay.sofa.jraft.entity.LocalStorageOutter.StablePBMeta;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.io.ProtoBufFile;
import com.alipay.sofa.jraft.storage.snapshot.Snapshot;
import com.alipay.sofa.jraft.storage.snapshot.local.LocalSnapshotMetaTable;
import io.tenure.replication.LogPosition;
import io.tenure.store.Checkpoint;
import io.tenure.store.Manifest;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * With what a member of a new cluster begins that does not begin empty: a snapshot, as if the log
 * up to it had been cut off, and votes up to its term. All members of the cluster need the same
 * one, and must have the same members in it.
 */
public final class FirstSnapshot {

  private FirstSnapshot() {}

  /**
   * Writes it into a data directory that has neither a log nor a state.
   *
   * @param members the raft addresses of all members of the new cluster
   */
  public static void write(RecoveredState state, List<String> members, Path directory)
      throws IOException {
    LogPosition last = state.position();
    Path snapshots = RaftTuning.snapshotDirectory(directory);
    Path snapshot = snapshots.resolve(Snapshot.JRAFT_SNAPSHOT_PREFIX + last.index());
    Files.createDirectories(snapshot);
    Checkpoint checkpoint = state.saveTo(snapshot.resolve(Snapshots.STATE));
    Manifest manifest = checkpoint.seal();
    LocalSnapshotMetaTable table = new LocalSnapshotMetaTable(new RaftOptions());
    addFile(table, Manifest.FILE_NAME);
    manifest.items().forEach(item -> addFile(table, item.name()));
    SnapshotMeta.Builder meta =
        SnapshotMeta.newBuilder()
            .setLastIncludedIndex(last.index())
            .setLastIncludedTerm(last.term());
    members.forEach(address -> meta.addPeers(RaftTuning.peer(address).toString()));
    table.setMeta(meta.build());
    Path list = snapshot.resolve(Snapshot.JRAFT_SNAPSHOT_META_FILE);
    if (!table.saveToFile(list.toString())) {
      throw new IOException("cannot write " + list);
    }
    saveVotes(directory, last.term());
    for (Path each : List.of(checkpoint.directory(), snapshot, snapshots, directory)) {
      sync(each);
    }
  }

  private static void addFile(LocalSnapshotMetaTable table, String name) {
    table.addFile(Snapshots.STATE + "/" + name, LocalFileMeta.getDefaultInstance());
  }

  private static void saveVotes(Path directory, long term) throws IOException {
    Path votes = RaftTuning.votesDirectory(directory);
    Files.createDirectories(votes);
    StablePBMeta meta =
        StablePBMeta.newBuilder().setTerm(term).setVotedfor(PeerId.emptyPeer().toString()).build();
    Path file = votes.resolve("raft_meta");
    if (!new ProtoBufFile(file.toString()).save(meta, true)) {
      throw new IOException("cannot write " + file);
    }
    sync(votes);
  }

  private static void sync(Path directory) throws IOException {
    try (FileChannel entries = FileChannel.open(directory, StandardOpenOption.READ)) {
      entries.force(true);
    }
  }
}
