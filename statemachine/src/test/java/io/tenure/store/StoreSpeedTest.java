package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Event;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Proof;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Settings;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Says what a write costs and how long a large table takes to read; it asserts no times. {@code
 * -Dtenure.store.pairs=1000000} and {@code -Dtenure.store.claims=1000000} make it thorough.
 */
class StoreSpeedTest {

  private static final int COMMANDS_PER_BATCH = 64;
  private static final int HELD = 1024;

  @TempDir Path directory;

  private long index;
  private long nanos;

  @Test
  void a_pair_of_acquire_and_release_is_written() {
    int pairs = Integer.getInteger("tenure.store.pairs", 20_480);
    try (LeaseStore store = LeaseStore.open(directory)) {
      LeaseTable table = store.load();
      LeaseKernel kernel = new LeaseKernel(table);
      configure(kernel, store, table, pairs / 2);
      run(kernel, store, table, pairs / 2);
      long filling = nanos / (pairs / 2);
      nanos = 0;
      run(kernel, store, table, pairs / 2);
      long forgetting = nanos / (pairs / 2);
      System.out.printf(
          "store.write, thread CPU time of a pair: %d ns, %d ns with retention%n",
          filling, forgetting);
      assertThat(table.endedLedger().ended()).isGreaterThanOrEqualTo(pairs);
    }
  }

  @Test
  void many_live_claims_are_read_back() {
    int claims = Integer.getInteger("tenure.store.claims", 200_000);
    long digest;
    try (LeaseStore store = LeaseStore.open(directory)) {
      LeaseTable table = store.load();
      LeaseKernel kernel = new LeaseKernel(table);
      for (int i = 0; i < claims; i += 500) {
        List<Request> requests = new ArrayList<>();
        for (int j = i; j < i + 500; j++) {
          requests.add(acquire(j));
        }
        apply(kernel, store, table, requests);
      }
      digest = table.digest();
    }
    long start = System.nanoTime();
    try (LeaseStore store = LeaseStore.open(directory)) {
      long opened = System.nanoTime();
      LeaseTable table = store.load();
      long loaded = System.nanoTime();
      System.out.printf(
          "%d live claims: opened in %d ms, loaded in %d ms%n",
          claims, (opened - start) / 1_000_000, (loaded - opened) / 1_000_000);
      assertThat(table.liveClaims()).isEqualTo(claims);
      assertThat(table.digest()).isEqualTo(digest);
    }
  }

  private void configure(LeaseKernel kernel, LeaseStore store, LeaseTable table, int kept) {
    Settings all = Settings.DEFAULT;
    Settings settings =
        new Settings(
            all.queueLimit(),
            all.liveLimit(),
            all.namespaceLimit(),
            all.retentionMicros(),
            kept,
            all.memoMicros(),
            all.memoLimit());
    apply(kernel, store, table, List.of(Request.of(new Command.Configure(settings))));
  }

  /** Holds many resources at a time, so that both halves of a pair are rarely in one batch. */
  private void run(LeaseKernel kernel, LeaseStore store, LeaseTable table, int pairs) {
    for (int i = 0; i < pairs; i += HELD) {
      for (int j = 0; j < 2 * HELD; j += COMMANDS_PER_BATCH) {
        List<Request> requests = new ArrayList<>();
        for (int k = j; k < j + COMMANDS_PER_BATCH; k++) {
          requests.add(k < HELD ? acquire(k) : release(k - HELD));
        }
        apply(kernel, store, table, requests);
      }
    }
  }

  private void apply(
      LeaseKernel kernel, LeaseStore store, LeaseTable table, List<Request> requests) {
    index++;
    Moment now = new Moment(new ClusterTime(index * 1000), 1_700_000_000_000_000L + index * 1000);
    List<Event> events = kernel.apply(new LogEntry(index, now, requests)).events();
    var head = table.head();
    long digest = table.digest();
    var threads = ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    store.write(index, 1, events, head, digest);
    nanos += threads.getCurrentThreadCpuTime() - start;
  }

  private static Request acquire(int number) {
    return Request.of(
        new Command.Acquire(
            new ResourceKey("claims/resource-" + number),
            Holder.named("worker-" + number % 100),
            Ttl.ofSeconds(3600),
            Command.WhenHeld.QUEUE,
            UserData.NONE,
            ""));
  }

  private static Request release(int number) {
    return Request.of(
        new Command.Release(
            new ResourceKey("claims/resource-" + number),
            new Proof.ByHolder(Holder.named("worker-" + number % 100)),
            false));
  }
}
