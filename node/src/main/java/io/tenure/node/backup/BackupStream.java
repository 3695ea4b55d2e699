package io.tenure.node.backup;

import io.tenure.gateway.BodyStream;
import io.tenure.store.StoreException;
import java.io.IOException;
import java.time.Instant;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A backup on its way to a client, read and sent by a thread of its own. One that fails ends
 * without its checksum, by which its receiver knows.
 */
final class BackupStream implements BodyStream {

  private static final Logger LOG = LoggerFactory.getLogger(BackupStream.class);

  private final OnlineBackups.Source source;
  private final Semaphore free;

  /** A permit says that the client takes more, or that it never will. */
  private final Semaphore room = new Semaphore(0);

  private volatile boolean over;

  /**
   * Makes a stream that waits for its client.
   *
   * @param free of which it takes a permit while it is under way
   */
  BackupStream(OnlineBackups.Source source, Semaphore free) {
    this.source = source;
    this.free = free;
  }

  @Override
  public void begin(Sink sink) {
    Thread sender = new Thread(() -> send(sink), "tenure-backup");
    sender.setDaemon(true);
    sender.start();
  }

  @Override
  public void resume() {
    room.release();
  }

  @Override
  public void probe() {
    // a client that is gone will refuse what is sent anyway
  }

  @Override
  public void stalled() {
    ended();
  }

  @Override
  public void ended() {
    over = true;
    room.release();
  }

  private void send(Sink sink) {
    if (!free.tryAcquire()) {
      LOG.warn("no backup: another one has begun on this node at the same moment");
      sink.finish();
      return;
    }
    try (Workspace work = Workspace.in(source.directory())) {
      BackupWriter writer =
          new BackupWriter(source.identity(), source.version(), piece -> send(piece, sink));
      writer.write(source.save().apply(work.path().resolve("state")), Instant.now());
      LOG.info("a backup was taken");
    } catch (IOException | StoreException | IllegalStateException failure) {
      LOG.warn("a backup was not finished: {}", failure.toString());
    } finally {
      free.release();
      sink.finish();
    }
  }

  private void send(byte[] piece, Sink sink) throws IOException {
    if (over) {
      throw new IOException("its client has gone");
    }
    if (!sink.send(piece)) {
      room.acquireUninterruptibly();
    }
  }
}
