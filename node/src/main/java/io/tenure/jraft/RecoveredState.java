package io.tenure.jraft;

import io.tenure.codec.AppliedHead;
import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.KnownLevels;
import io.tenure.kernel.Lease;
import io.tenure.kernel.LeaseVersion;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Request;
import io.tenure.replication.Applied;
import io.tenure.replication.LogPosition;
import io.tenure.replication.ReplicatedState;
import io.tenure.store.Checkpoint;
import io.tenure.store.LeaseStore;
import io.tenure.store.Manifest;
import io.tenure.store.StoreException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The state of a node that does not run, from a backup or from its data directory, in a copy of its
 * own: to look at, to back up, or to begin a new cluster with.
 */
public final class RecoveredState implements AutoCloseable {

  private static final ClaimFilter ALL =
      new ClaimFilter(
          Collections.unmodifiableSortedSet(new TreeSet<>()),
          Set.of(),
          Range.ANY,
          Range.ANY,
          Range.ANY,
          Range.ANY);

  /**
   * The log of a new cluster goes on far behind that of the old one, so that places in its events
   * never repeat either. There is room for 2^40 entries in each epoch.
   */
  private static final int INDEX_BITS = 40;

  private final LeaseStore store;
  private final ReplicatedState state;

  RecoveredState(LeaseStore store) {
    this.store = store;
    this.state = new ReplicatedState(store, KnownLevels.ALL, List.of(), 0);
  }

  /**
   * Takes the state of a sealed checkpoint.
   *
   * @param copy where this makes a copy of its own
   * @throws StoreException if anything of it is damaged
   */
  public static RecoveredState of(Path checkpoint, Path copy) {
    Manifest manifest = Manifest.read(checkpoint);
    LeaseStore store = LeaseStore.open(copy);
    try {
      store.replaceWith(checkpoint, KnownLevels.ALL);
      RecoveredState recovered = new RecoveredState(store);
      boolean empty = manifest.appliedIndex() == 0; // it has no head, nor a digest in it
      if (!empty && recovered.state.applied().digest() != manifest.digest()) {
        throw new StoreException("corrupt checkpoint: its digest is not that of its claims");
      }
      return recovered;
    } catch (RuntimeException unusable) {
      store.close();
      throw unusable;
    }
  }

  ReplicatedState state() {
    return state;
  }

  /** The last entry that is in it. */
  public LogPosition position() {
    return state.position();
  }

  /** Where it is in the history of its cluster. */
  public AppliedHead head() {
    return store.head();
  }

  /** How many claims there are of each status; those that were dropped are not counted. */
  public Map<ClaimStatus, Long> claims() {
    Map<ClaimStatus, Long> counts = new EnumMap<>(ClaimStatus.class);
    for (ClaimStatus status : ClaimStatus.values()) {
      counts.put(status, 0L);
    }
    Applied.Counts live = state.applied().counts();
    counts.put(ClaimStatus.ACTIVE, (long) live.active());
    counts.put(ClaimStatus.WAITING, (long) live.live() - live.active());
    try (Archive.Cursor ended = store.scan(ALL, ClaimId.NONE)) {
      for (Optional<Claim> next = ended.next(); next.isPresent(); next = ended.next()) {
        counts.merge(next.get().status(), 1L, Long::sum);
      }
    }
    return counts;
  }

  /** The longest time for which a lease that ends was last granted; none if there is no such. */
  public OptionalLong longestLeaseMicros() {
    long longest = -1;
    for (Claim active : store.load().activeAfter(ClaimId.NONE)) {
      Lease lease = active.tenure();
      if (!lease.expiresAt().equals(ClusterTime.NEVER)) {
        longest = Math.max(longest, lease.expiresAt().microsSince(lease.renewed().cluster()));
      }
    }
    return longest < 0 ? OptionalLong.empty() : OptionalLong.of(longest);
  }

  /**
   * Raises the epoch, so that every token, version, claim id and place in the log that is handed
   * out from here on is larger than any of an earlier epoch. Time stands still meanwhile: no lease
   * gets shorter. All who do this to the same state with the same epoch come to the same one.
   *
   * @param epoch larger than the state's own
   */
  public void raiseEpoch(long epoch) {
    AppliedHead head = head();
    long own = head.table().lastVersion().epoch();
    if (epoch <= own || epoch > LeaseVersion.LAST_EPOCH) {
      throw new IllegalArgumentException(
          "the epoch must be %d to %d, not %d: this state is of epoch %d"
              .formatted(own + 1, LeaseVersion.LAST_EPOCH, epoch, own));
    }
    List<Request> raises =
        Collections.nCopies((int) (epoch - own), Request.of(new Command.RaiseEpoch()));
    long index = Math.max(head.index() + 1, epoch << INDEX_BITS);
    state.apply(new LogEntry(index, head.table().now(), raises), head.term() + 1);
    state.commit(0);
  }

  /** Writes a copy to a directory that is not there yet, but whose parent is. */
  public Checkpoint saveTo(Path directory) {
    return store.checkpoint(directory);
  }

  @Override
  public void close() {
    store.close();
  }
}
