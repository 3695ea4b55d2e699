package io.tenure.store;

import io.tenure.codec.CodecException;
import io.tenure.kernel.Archive;
import io.tenure.kernel.Claim;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps native memory from being used after it was freed. Everybody uses the database inside of it,
 * side by side; only closing it waits until nobody does, and ends the cursors that are still open.
 */
final class Gate {

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Set<GuardedCursor> cursors = ConcurrentHashMap.newKeySet();
  private @Nullable Database database;

  Gate(Database database) {
    this.database = database;
  }

  <T> T use(Function<Database, T> work) {
    lock.readLock().lock();
    try {
      if (database == null) {
        throw new IllegalStateException("the store is closed");
      }
      return work.apply(database);
    } catch (CodecException e) {
      throw new StoreException("corrupt record", e);
    } finally {
      lock.readLock().unlock();
    }
  }

  Archive.Cursor open(Function<Database, ? extends Archive.Cursor> work) {
    return use(
        open -> {
          GuardedCursor cursor = new GuardedCursor(work.apply(open));
          cursors.add(cursor);
          return cursor;
        });
  }

  /** Closes the database and goes on with another one; if there is none, it stays closed. */
  void replace(Supplier<Database> next) {
    lock.writeLock().lock();
    try {
      close();
      database = next.get();
    } finally {
      lock.writeLock().unlock();
    }
  }

  void close() {
    lock.writeLock().lock();
    try {
      cursors.forEach(GuardedCursor::close);
      Database open = database;
      database = null;
      if (open != null) {
        open.close();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  private final class GuardedCursor implements Archive.Cursor {

    private final Archive.Cursor cursor;
    private boolean closed;

    GuardedCursor(Archive.Cursor cursor) {
      this.cursor = cursor;
    }

    @Override
    public Optional<Claim> next() {
      lock.readLock().lock();
      try {
        if (closed) {
          throw new IllegalStateException("the cursor is closed");
        }
        return cursor.next();
      } catch (CodecException e) {
        throw new StoreException("corrupt record", e);
      } finally {
        lock.readLock().unlock();
      }
    }

    @Override
    public void close() {
      lock.readLock().lock();
      try {
        if (!closed) {
          closed = true;
          cursors.remove(this);
          cursor.close();
        }
      } finally {
        lock.readLock().unlock();
      }
    }
  }
}
