package io.tenure.store;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ResourceKey;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Finds claims by resource. The index has two runs of ids for each resource; all of them are
 * merged, but one walk reads them in turns, some ids at a time.
 */
final class ResourceCandidates implements Candidates {

  private static final int IDS_AT_A_TIME = 64;

  /** Invariant: a run in the queue has ids at hand. */
  private final PriorityQueue<Run> runs = new PriorityQueue<>(Comparator.comparing(Run::head));

  private final Walk index;
  private final Set<String> resources;
  private final long first;
  private boolean started;

  /** Looks for ids from {@code first} on. */
  ResourceCandidates(Walk index, Set<String> resources, long first) {
    this.index = index;
    this.resources = resources;
    this.first = first;
  }

  @Override
  public ClaimId next() {
    if (!started) {
      started = true;
      resources.forEach(name -> start(new ResourceKey(name)));
    }
    Run run = runs.poll();
    if (run == null) {
      return ClaimId.NONE;
    }
    long id = run.ids.removeFirst();
    add(run);
    return new ClaimId(id);
  }

  @Override
  public void close() {
    index.close();
  }

  private void start(ResourceKey resource) {
    add(new Run(RecordKeys.prefix(resource, true), first));
    add(new Run(RecordKeys.prefix(resource, false), first));
  }

  private void add(Run run) {
    if (run.ids.isEmpty()) {
      run.read();
    }
    if (!run.ids.isEmpty()) {
      runs.add(run);
    }
  }

  private final class Run {

    private final byte[] prefix;
    private final Deque<Long> ids = new ArrayDeque<>();
    private long from;

    Run(byte[] prefix, long from) {
      this.prefix = prefix;
      this.from = from;
    }

    long head() {
      return ids.getFirst();
    }

    void read() {
      index.to(RecordKeys.withId(prefix, from));
      while (ids.size() < IDS_AT_A_TIME && index.isThere()) {
        byte[] key = index.key();
        if (!RecordKeys.hasPrefix(key, prefix)) {
          return;
        }
        ids.add(RecordKeys.idAfter(prefix, key));
        from = ids.getLast() + 1;
        index.forth();
      }
    }
  }
}
