package io.tenure.store;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.RocksObject;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * One open RocksDB and everything native that belongs to it. It may be used from several threads,
 * but not during or after {@link #close}: whoever owns it has to see to that.
 */
final class Database implements AutoCloseable {

  private static final int BACKGROUND_JOBS = 2;
  private static final int BLOCK_BYTES = 8 << 10;
  private static final long READ_AHEAD_BYTES = 2 << 20;

  static {
    RocksDB.loadLibrary();
  }

  private final List<RocksObject> options = new ArrayList<>();
  private final Map<Family, ColumnFamilyHandle> handles = new EnumMap<>(Family.class);
  private final ReadOptions reading = own(new ReadOptions());
  private final ReadOptions walking =
      own(new ReadOptions().setFillCache(false).setReadaheadSize(READ_AHEAD_BYTES));
  private final WriteOptions writing = own(new WriteOptions().setDisableWAL(true));
  private final RocksDB db;

  private Database(Path directory, StoreTuning tuning, boolean create) {
    ColumnFamilyOptions ofFamily =
        own(familyOptions(tuning, own(new LRUCache(tuning.cacheBytes()))));
    List<ColumnFamilyDescriptor> families =
        Arrays.stream(Family.values())
            .map(family -> new ColumnFamilyDescriptor(family.label(), ofFamily))
            .toList();
    db = open(directory, own(databaseOptions(tuning, create)), families);
  }

  /** Opens the database of a directory; {@code create} makes a new one there. */
  static Database open(Path directory, StoreTuning tuning, boolean create) {
    return new Database(directory, tuning, create);
  }

  private RocksDB open(
      Path directory, DBOptions ofDatabase, List<ColumnFamilyDescriptor> families) {
    List<ColumnFamilyHandle> opened = new ArrayList<>();
    try {
      RocksDB rocks = RocksDB.open(ofDatabase, directory.toString(), families, opened);
      for (Family family : Family.values()) {
        handles.put(family, opened.get(handles.size()));
      }
      return rocks;
    } catch (RocksDBException e) {
      options.forEach(RocksObject::close);
      throw new StoreException("cannot open the store " + directory, e);
    }
  }

  private <T extends RocksObject> T own(T option) {
    options.add(option);
    return option;
  }

  private static DBOptions databaseOptions(StoreTuning tuning, boolean create) {
    return new DBOptions()
        .setCreateIfMissing(create)
        .setCreateMissingColumnFamilies(create)
        .setAtomicFlush(true)
        .setDbWriteBufferSize(tuning.writeBufferBytes())
        .setAllowConcurrentMemtableWrite(false)
        .setMaxBackgroundJobs(BACKGROUND_JOBS)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(2)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0);
  }

  private static ColumnFamilyOptions familyOptions(StoreTuning tuning, LRUCache cache) {
    return new ColumnFamilyOptions()
        .setWriteBufferSize(tuning.writeBufferBytes())
        .setCompressionType(CompressionType.LZ4_COMPRESSION)
        .setTableFormatConfig(
            new BlockBasedTableConfig().setBlockCache(cache).setBlockSize(BLOCK_BYTES));
  }

  /** The number by which a write batch names a family. */
  int number(Family family) {
    return handle(family).getID();
  }

  Optional<byte[]> get(Family family, byte[] key) {
    try {
      return Optional.ofNullable(db.get(handle(family), reading, key));
    } catch (RocksDBException e) {
      throw new StoreException("cannot read " + family, e);
    }
  }

  /** Walks over a whole family, past the cache. */
  Walk walk(Family family) {
    return new Walk(family, db.newIterator(handle(family), walking));
  }

  /** Walks that show one and the same state, whatever is written meanwhile. */
  List<Walk> walks(Family... families) {
    try {
      List<ColumnFamilyHandle> wanted = Arrays.stream(families).map(this::handle).toList();
      List<RocksIterator> iterators = db.newIterators(wanted, reading);
      List<Walk> walks = new ArrayList<>();
      for (int i = 0; i < families.length; i++) {
        walks.add(new Walk(families[i], iterators.get(i)));
      }
      return walks;
    } catch (RocksDBException e) {
      throw new StoreException("cannot read", e);
    }
  }

  /** Writes a batch in RocksDB's own format; see {@link RecordBatch}. */
  void write(byte[] batch) {
    try (WriteBatch writes = new WriteBatch(batch)) {
      db.write(writing, writes);
    } catch (RocksDBException e) {
      throw new StoreException("cannot write", e);
    }
  }

  /** Returns when all that was written is safe from a crash. */
  void flush() {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options, List.copyOf(handles.values()));
    } catch (RocksDBException e) {
      throw new StoreException("cannot flush", e);
    }
  }

  /** Flushes, and links or copies all files to a directory that is not there yet. */
  void checkpoint(Path target) {
    try (org.rocksdb.Checkpoint checkpoint = org.rocksdb.Checkpoint.create(db)) {
      checkpoint.createCheckpoint(target.toString());
    } catch (RocksDBException e) {
      throw new StoreException("cannot make the checkpoint " + target, e);
    }
  }

  @Override
  public void close() {
    handles.values().forEach(ColumnFamilyHandle::close);
    try {
      db.closeE();
    } catch (RocksDBException e) {
      throw new StoreException("cannot close", e);
    } finally {
      options.forEach(RocksObject::close);
    }
  }

  private ColumnFamilyHandle handle(Family family) {
    return requireNonNull(handles.get(family));
  }
}
