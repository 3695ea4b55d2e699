package io.tenure.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.Archive;
import io.tenure.kernel.ClaimFilter;
import io.tenure.kernel.ClaimFilter.Range;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Freed native memory would kill the process, so all of this would not even fail. */
class CloseTest {

  private static final ClaimFilter ALL =
      new ClaimFilter(new TreeSet<>(), Set.of(), Range.ANY, Range.ANY, Range.ANY, Range.ANY);

  @TempDir Path directory;

  private final List<LogEntry> log =
      new Workload(51, Workload.keeping(500, 60_000_000)).entries(600);

  @Test
  void a_closed_store_refuses_everything_but_to_be_closed() {
    Replica replica = Replica.open(directory);
    replica.apply(log);
    LeaseStore store = replica.store();
    Archive.Cursor cursor = store.scan(ALL, ClaimId.NONE);
    assertThat(cursor.next()).isPresent();
    store.close();
    store.close();
    List<ThrowingCallable> uses =
        List.of(
            cursor::next,
            () -> store.ended(new ClaimId(1)),
            () -> store.tenures(new ResourceKey("a"), 1),
            () -> store.answer(new RequestKey(1, 1, 1)),
            () -> store.scan(ALL, ClaimId.NONE),
            () -> store.write(601, 1, List.of(), replica.table().head(), 0),
            () -> store.checkpoint(directory.resolve("checkpoint")),
            store::flush,
            store::load);
    for (ThrowingCallable use : uses) {
      assertThatThrownBy(use).isInstanceOf(IllegalStateException.class);
    }
    cursor.close();
  }

  @Test
  void readers_and_a_writer_do_not_mind_each_other_nor_that_the_store_closes() {
    Replica replica = Replica.open(directory);
    replica.apply(log.subList(0, 100));
    CountDownLatch reading = new CountDownLatch(3);
    List<CompletableFuture<Void>> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      readers.add(CompletableFuture.runAsync(() -> readUntilClosed(replica.store(), reading)));
    }
    replica.apply(log.subList(100, 600), 1);
    assertThat(reading).satisfies(CountDownLatch::await);
    replica.close();
    readers.forEach(CompletableFuture::join);
  }

  private static void readUntilClosed(LeaseStore store, CountDownLatch reading) {
    try {
      while (true) {
        try (Archive.Cursor cursor = store.scan(ALL, ClaimId.NONE)) {
          while (cursor.next().isPresent()) {
            store.tenures(new ResourceKey("a"), 3);
          }
        }
        reading.countDown();
      }
    } catch (IllegalStateException e) {
      assertThat(e).hasMessageContaining("closed");
    }
  }
}
