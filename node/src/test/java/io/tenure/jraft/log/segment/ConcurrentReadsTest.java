package io.tenure.jraft.log.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.jraft.log.segment.SegmentedLog.Sizes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers come at any time, also when a log has just been cut off where they read. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConcurrentReadsTest {

  private static final Sizes SMALL = new Sizes(4_000, 1_024);
  private static final int READERS = 3;
  private static final int CHANGES = 4_000;

  private final AtomicInteger prefixes = new AtomicInteger();
  private final AtomicInteger suffixes = new AtomicInteger();

  @TempDir Path path;

  @Test
  void whatever_was_there_a_moment_ago_is_read_as_it_was_written() throws Exception {
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(READERS);
    try (SegmentedLog log = SegmentedLog.create(new FileSystemDirectory(path), SMALL, 1)) {
      List<Future<Long>> readers = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        Random random = new Random(i);
        readers.add(threads.submit(() -> read(log, random, done)));
      }
      change(log, new Random(77));
      done.set(true);
      for (Future<Long> reader : readers) {
        assertThat(reader.get()).isPositive();
      }
    } finally {
      done.set(true);
      threads.shutdown();
    }
  }

  private void change(SegmentedLog log, Random random) throws IOException {
    for (int i = 0; i < CHANGES; i++) {
      long size = log.last() - log.first() + 1;
      if (size > 200) {
        prefixes.incrementAndGet();
        log.truncatePrefix(log.last() - 100);
      } else if (size > 50 && random.nextInt(10) == 0) {
        suffixes.incrementAndGet();
        log.truncateSuffix(log.last() - 1 - random.nextInt(20));
      }
      log.append(
          LongStream.rangeClosed(1, 1 + random.nextInt(4))
              .mapToObj(more -> entry(log.last() + more))
              .toList());
    }
  }

  /** What a record holds tells its index. */
  private static TestEntry entry(long index) {
    return TestEntry.of(index, 1, ByteBuffer.allocate(Long.BYTES).putLong(index).flip());
  }

  /** As JRaft does it: looks what there is, and then reads. By then more may be cut off. */
  private long read(SegmentedLog log, Random random, AtomicBoolean done) {
    long count = 0;
    while (!done.get()) {
      int prefixesBefore = prefixes.get();
      int suffixesBefore = suffixes.get();
      long index = log.first() + random.nextInt(40);
      boolean isThere = index <= log.last();
      Optional<StoredRecord> record = at(log, index);
      record.ifPresent(found -> assertThat(TestEntry.of(found)).isEqualTo(entry(index)));
      if (isThere && suffixes.get() == suffixesBefore && prefixes.get() <= prefixesBefore + 1) {
        assertThat(record).as("record %d", index).isPresent();
        count++;
      }
    }
    return count;
  }

  private static Optional<StoredRecord> at(SegmentedLog log, long index) {
    try {
      return log.read(index);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
