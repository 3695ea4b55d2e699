package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.EnumOutter.ErrorType;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.error.RaftException;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotReader;
import com.google.protobuf.Message;
import io.tenure.codec.EntryCodec;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Level;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.replication.Batch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaseStateMachineTest {

  @TempDir Path directory;
  private Replica replica;
  private LeaseStateMachine machine;
  private final List<String> halts = new ArrayList<>();

  @BeforeEach
  void open() {
    open(directory.resolve("state"), KnownLevels.ALL);
  }

  private void open(Path state, KnownLevels known) {
    replica = Replicas.open(state, known, halts::add);
    machine =
        new LeaseStateMachine(
            replica, new Snapshots(replica, Runnable::run), new Silent(), halts::add);
  }

  @AfterEach
  void close() {
    replica.close();
  }

  @Test
  void entries_are_applied_in_order_and_only_once() {
    Entries first = new Entries(1, List.of(entry("a", 1), entry("b", 2)));
    machine.onApply(first);
    machine.onApply(new Entries(2, List.of(entry("b", 2), entry("c", 3))));

    assertThat(replica.applied().index()).isEqualTo(3);
    assertThat(replica.applied().counts().live()).isEqualTo(3);
    assertThat(halts).isEmpty();
  }

  @Test
  void a_restart_goes_on_after_the_last_applied_entry() {
    machine.onApply(new Entries(1, List.of(entry("a", 1), entry("b", 2))));
    long digest = replica.applied().digest();
    replica.close();

    open();
    machine.onApply(new Entries(1, List.of(entry("a", 1), entry("b", 2))));

    assertThat(replica.applied().index()).isEqualTo(2);
    assertThat(replica.applied().digest()).isEqualTo(digest);
  }

  @Test
  void reading_an_entry_leaves_the_buffer_of_the_log_as_it_was() {
    Entries entries = new Entries(1, List.of(entry("a", 1)));
    int remaining = entries.getData().remaining();

    machine.onApply(entries);

    assertThat(entries.data.get(0).remaining()).isEqualTo(remaining);
  }

  @Test
  void an_entry_that_cannot_be_read_stops_the_node_and_is_never_skipped() {
    Entries entries =
        new Entries(1, List.of(entry("a", 1), ByteBuffer.wrap(new byte[] {99, 1, 2, 3})));

    machine.onApply(entries);

    assertThat(halts).singleElement().asString().contains("could not be applied");
    assertThat(entries.error).isNotNull();
    assertThat(replica.applied().index()).isZero();
  }

  @Test
  void a_failed_log_stops_the_node() {
    machine.onError(
        new RaftException(ErrorType.ERROR_TYPE_LOG, new Status(RaftError.EIO, "fsync failed")));

    assertThat(halts).singleElement().asString().contains("fsync failed");
  }

  @Test
  void an_applied_entry_that_comes_back_with_another_term_stops_the_node() {
    machine.onApply(new Entries(1, 2, List.of(entry("a", 1), entry("b", 2))));

    Entries foreign = new Entries(2, 3, List.of(entry("z", 2)));
    machine.onApply(foreign);

    assertThat(halts)
        .singleElement()
        .asString()
        .contains("the Raft log has entry 2 of term 3, but the state is at entry 2 of term 2");
    assertThat(foreign.error).isNotNull();
  }

  @Test
  void entries_before_the_applied_one_with_a_later_term_stop_the_node() {
    machine.onApply(new Entries(1, 2, List.of(entry("a", 1), entry("b", 2))));

    machine.onApply(new Entries(1, 3, List.of(entry("y", 1))));

    assertThat(halts).singleElement().asString().contains("entry 1 of term 3");
  }

  @Test
  void entries_after_the_applied_one_with_an_earlier_term_stop_the_node() {
    machine.onApply(new Entries(1, 2, List.of(entry("a", 1), entry("b", 2))));

    machine.onApply(new Entries(3, 1, List.of(entry("x", 3))));

    assertThat(halts).singleElement().asString().contains("entry 3 of term 1");
    assertThat(replica.applied().index()).isEqualTo(2);
  }

  @Test
  void the_term_of_the_applied_entry_is_known_after_a_restart() {
    machine.onApply(
        new Entries(1, 2, List.of(entry(new RaiseLevel(Level.NEWEST), 1), entry("a", 1))));
    replica.close();

    open();
    machine.onApply(new Entries(2, 3, List.of(entry("z", 2))));

    assertThat(halts).singleElement().asString().contains("but the state is at entry 2 of term 2");
  }

  @Test
  void a_snapshot_of_another_history_is_not_taken_over() throws IOException {
    machine.onApply(new Entries(1, 2, List.of(entry("a", 1))));
    Path snapshot = Files.createDirectories(directory.resolve("snapshot"));
    replica.saveTo(snapshot.resolve("state")).seal();
    machine.onApply(new Entries(2, 2, List.of(entry("b", 2))));

    assertThat(machine.onSnapshotLoad(new Snapshot(snapshot, 1, 2))).isTrue(); // it is older
    assertThat(machine.onSnapshotLoad(new Snapshot(snapshot, 2, 3))).isFalse();
    assertThat(machine.onSnapshotLoad(new Snapshot(snapshot, 9, 1))).isFalse();
    assertThat(replica.applied().index()).isEqualTo(2);
  }

  @Test
  void an_entry_of_a_later_level_stops_an_older_node_and_changes_nothing() {
    replica.close();
    open(directory.resolve("state"), new KnownLevels(Level.FIRST));
    machine.onApply(new Entries(1, List.of(entry("a", 1))));

    Entries later = new Entries(2, List.of(entry(new RaiseLevel(Level.SECOND), 2)));
    machine.onApply(later);

    assertThat(halts)
        .singleElement()
        .asString()
        .contains("it is of level 2, and this node knows levels up to 1.");
    assertThat(later.error).isNotNull();
    assertThat(replica.applied().index()).isEqualTo(1);
  }

  @Test
  void a_snapshot_of_a_later_level_stops_an_older_node_and_changes_nothing() throws IOException {
    machine.onApply(
        new Entries(1, 2, List.of(entry(new RaiseLevel(Level.SECOND), 1), entry("a", 1))));
    Path snapshot = Files.createDirectories(directory.resolve("snapshot"));
    replica.saveTo(snapshot.resolve("state")).seal();
    replica.close();
    open(directory.resolve("older"), new KnownLevels(Level.FIRST));

    assertThat(machine.onSnapshotLoad(new Snapshot(snapshot, 2, 2))).isFalse();

    assertThat(halts)
        .singleElement()
        .asString()
        .contains(
            "a snapshot cannot be used: it is of level 2, and this node knows levels up to 1");
    assertThat(replica.applied().index()).isZero();
  }

  private static ByteBuffer entry(String resource, long second) {
    return entry(
        new Acquire(
            new ResourceKey(resource),
            Holder.ANONYMOUS,
            Ttl.ofSeconds(60),
            WhenHeld.QUEUE,
            UserData.NONE,
            ""),
        second);
  }

  private static ByteBuffer entry(Command wish, long second) {
    Moment stamp = new Moment(new ClusterTime(second * 1_000_000), 0);
    return ByteBuffer.wrap(
        EntryCodec.encode(stamp, List.of(RequestCodec.encode(Request.of(wish)))));
  }

  /** Committed entries from an index on, as JRaft hands them over. */
  private static final class Entries implements Iterator {
    private final long firstIndex;
    private final long term;
    private final List<ByteBuffer> data;
    private int at;
    private @Nullable Status error;

    Entries(long firstIndex, List<ByteBuffer> data) {
      this(firstIndex, 1, data);
    }

    Entries(long firstIndex, long term, List<ByteBuffer> data) {
      this.firstIndex = firstIndex;
      this.term = term;
      this.data = data;
    }

    @Override
    public boolean hasNext() {
      return at < data.size();
    }

    @Override
    public ByteBuffer next() {
      return data.get(at++);
    }

    @Override
    public ByteBuffer getData() {
      return data.get(at);
    }

    @Override
    public long getIndex() {
      return firstIndex + at;
    }

    @Override
    public long getTerm() {
      return term;
    }

    @Override
    public @Nullable Closure done() {
      return null;
    }

    @Override
    public boolean commit() {
      return true;
    }

    @Override
    public void commitAndSnapshotSync(Closure done) {}

    @Override
    public void setAutoCommitPerLog(boolean status) {}

    @Override
    public void setErrorAndRollback(long count, Status status) {
      error = status;
    }
  }

  /** What JRaft hands over of a snapshot. */
  private static final class Snapshot extends SnapshotReader {
    private final Path path;
    private final SnapshotMeta meta;

    Snapshot(Path path, long lastIndex, long lastTerm) {
      this.path = path;
      meta =
          SnapshotMeta.newBuilder()
              .setLastIncludedIndex(lastIndex)
              .setLastIncludedTerm(lastTerm)
              .build();
    }

    @Override
    public SnapshotMeta load() {
      return meta;
    }

    @Override
    public String getPath() {
      return path.toString();
    }

    @Override
    public String generateURIForCopy() {
      return "";
    }

    @Override
    public Set<String> listFiles() {
      return Set.of();
    }

    @Override
    public @Nullable Message getFileMeta(String file) {
      return null;
    }

    @Override
    public boolean init(Void options) {
      return true;
    }

    @Override
    public void shutdown() {}

    @Override
    public void close() {}
  }

  private static final class Silent implements LeaseStateMachine.Listener {
    @Override
    public void leads(long term) {}

    @Override
    public void leadsNoMore() {}

    @Override
    public void follows(LeaderChangeContext leader) {}

    @Override
    public void results(Batch batch, List<Result> results) {}

    @Override
    public void hasApplied(long bytes) {}
  }
}
