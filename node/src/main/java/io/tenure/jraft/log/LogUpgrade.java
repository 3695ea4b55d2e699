package io.tenure.jraft.log;

import com.alipay.sofa.jraft.entity.codec.LogEntryCodecFactory;
import io.tenure.jraft.log.segment.LogDirectory;
import io.tenure.jraft.log.segment.LogFile;
import io.tenure.jraft.log.segment.SegmentedLog;
import io.tenure.jraft.log.segment.StoredRecord;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the log of a directory, whatever version has written it.
 *
 * <p>Older versions kept the log in RocksDB, in the same directory. RocksDB begins with the file
 * CURRENT. As long as that is RocksDB's, RocksDB has the log, and segments beside it are an attempt
 * that was not completed. When all entries are in segments, CURRENT is replaced by a mark of ours,
 * in one step. From then on the segments are the log, and an older version does not open it.
 */
final class LogUpgrade {

  private static final Logger LOG = LoggerFactory.getLogger(LogUpgrade.class);

  private static final String CURRENT = "CURRENT";
  private static final String NEW_MARK = "CURRENT.new";
  private static final byte[] MARK =
      "The Raft log is in the files segment-*; this file keeps older versions from it."
          .getBytes(StandardCharsets.US_ASCII);

  /** What RocksDB makes when it has made CURRENT, and what else it makes. */
  private static final Pattern ROCKSDB_DATA = Pattern.compile("\\d+\\.(sst|log)");

  private static final Pattern ROCKSDB =
      Pattern.compile("(MANIFEST|OPTIONS)-.*|LOG(\\.old.*)?|IDENTITY|LOCK|.*\\.dbtmp");

  private static final int BATCH_BYTES = 1 << 20;

  private final LogDirectory directory;
  private final SegmentedLog.Sizes sizes;
  private final LogEntryCodecFactory codec;
  private final OldLog.Opener old;

  LogUpgrade(
      LogDirectory directory,
      SegmentedLog.Sizes sizes,
      LogEntryCodecFactory codec,
      OldLog.Opener old) {
    this.directory = directory;
    this.sizes = sizes;
    this.codec = codec;
    this.old = old;
  }

  SegmentedLog open(Consumer<StoredRecord> visitor) throws IOException {
    if (!directory.names().contains(CURRENT)) {
      start();
    } else if (!isMarked()) {
      takeOver();
    }
    deleteOld();
    return SegmentedLog.open(directory, sizes, visitor);
  }

  /** Makes the first log of this directory. A crash may have come before, when it had no mark. */
  private void start() throws IOException {
    if (directory.names().stream().anyMatch(name -> ROCKSDB_DATA.matcher(name).matches())) {
      throw withoutMark();
    }
    if (!SegmentedLog.isIn(directory)) {
      SegmentedLog.delete(directory); // what was being made
      SegmentedLog.create(directory, sizes, 1).close();
    }
    try (SegmentedLog log = SegmentedLog.open(directory, sizes, record -> {})) {
      if (log.last() > 0) {
        throw withoutMark();
      }
    }
    mark();
  }

  private IOException withoutMark() {
    return new IOException(
        "the file CURRENT is gone from "
            + directory
            + ", so it is unknown whether the log there is complete");
  }

  private void takeOver() throws IOException {
    long begin = System.nanoTime();
    SegmentedLog.delete(directory);
    long last;
    try (OldLog from = old.open();
        SegmentedLog to = SegmentedLog.create(directory, sizes, from.first())) {
      copy(from, to);
      last = to.last();
    }
    mark();
    LOG.info(
        "took over the Raft log of an older version up to entry {}, in {} ms",
        last,
        (System.nanoTime() - begin) / 1_000_000);
  }

  private void copy(OldLog from, SegmentedLog to) throws IOException {
    List<StoredEntry> batch = new ArrayList<>();
    int most = Math.min(BATCH_BYTES, sizes.segment());
    long bytes = 0;
    for (long index = from.first(); index <= from.last(); index++) {
      StoredEntry entry = StoredEntry.of(from.entry(index), codec);
      batch.add(entry);
      bytes += entry.length();
      if (bytes >= most || index == from.last()) {
        to.append(batch);
        batch.clear();
        bytes = 0;
      }
    }
  }

  private boolean isMarked() throws IOException {
    try (LogFile current = directory.open(CURRENT)) {
      ByteBuffer found = ByteBuffer.allocate(MARK.length);
      if (current.size() != MARK.length) {
        return false;
      }
      current.read(found, 0);
      return Arrays.equals(found.array(), MARK);
    }
  }

  private void mark() throws IOException {
    if (directory.names().contains(NEW_MARK)) {
      directory.delete(NEW_MARK);
    }
    try (LogFile mark = directory.create(NEW_MARK)) {
      mark.write(ByteBuffer.wrap(MARK), 0);
      mark.force();
    }
    directory.rename(NEW_MARK, CURRENT);
    directory.sync();
  }

  private void deleteOld() throws IOException {
    for (String name : directory.names()) {
      if (ROCKSDB_DATA.matcher(name).matches() || ROCKSDB.matcher(name).matches()) {
        directory.delete(name);
        directory.sync();
      }
    }
  }
}
