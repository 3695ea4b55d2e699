package io.tenure.node.raft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.Closure;
import com.alipay.sofa.jraft.Iterator;
import com.alipay.sofa.jraft.Status;
import com.alipay.sofa.jraft.entity.EnumOutter.ErrorType;
import com.alipay.sofa.jraft.entity.LeaderChangeContext;
import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.error.RaftException;
import io.tenure.codec.EntryCodec;
import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.store.LeaseStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    replica =
        new Replica(LeaseStore.open(directory.resolve("state")), new Watchers(), new Leadership());
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

  private static ByteBuffer entry(String resource, long second) {
    Acquire wish =
        new Acquire(
            new ResourceKey(resource),
            Holder.ANONYMOUS,
            Ttl.ofSeconds(60),
            WhenHeld.QUEUE,
            UserData.NONE,
            "");
    Moment stamp = new Moment(new ClusterTime(second * 1_000_000), 0);
    return ByteBuffer.wrap(
        EntryCodec.encode(stamp, List.of(RequestCodec.encode(Request.of(wish)))));
  }

  /** Committed entries from an index on, as JRaft hands them over. */
  private static final class Entries implements Iterator {
    private final long firstIndex;
    private final List<ByteBuffer> data;
    private int at;
    private @Nullable Status error;

    Entries(long firstIndex, List<ByteBuffer> data) {
      this.firstIndex = firstIndex;
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
      return 1;
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

  private static final class Silent implements LeaseStateMachine.LeadershipListener {
    @Override
    public void leads(long term) {}

    @Override
    public void leadsNoMore() {}

    @Override
    public void follows(LeaderChangeContext leader) {}

    @Override
    public void hasApplied(long bytes, boolean asLeader) {}
  }
}
