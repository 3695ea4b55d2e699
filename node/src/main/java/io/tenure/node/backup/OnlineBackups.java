package io.tenure.node.backup;

import io.tenure.gateway.BodyStream;
import io.tenure.gateway.admin.Backups;
import io.tenure.node.identity.Identity;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import io.tenure.service.UnavailableException;
import io.tenure.store.Checkpoint;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/** Backups of a node that runs, one at a time. */
public final class OnlineBackups implements Backups {

  /**
   * What is backed up.
   *
   * @param directory where the checkpoint is put while it is sent, on the same disk as the state
   * @param save writes a checkpoint of the state to a directory that is not there yet
   */
  public record Source(
      Identity identity, String version, Path directory, Function<Path, Checkpoint> save) {}

  private static final String BUSY = "another backup is under way on this node";

  private final Source source;
  private final Leases leases;
  private final Semaphore free = new Semaphore(1);

  public OnlineBackups(Source source, Leases leases) {
    this.source = source;
    this.leases = leases;
  }

  /** A stream takes its turn only when it begins, since one that never does is told nothing. */
  @Override
  public CompletionStage<BodyStream> begin(Consistency consistency, Caller caller) {
    if (free.availablePermits() == 0) {
      return CompletableFuture.failedFuture(new UnavailableException(BUSY));
    }
    return leases
        .read(state -> state.now(), consistency, caller)
        .thenApply(upToDate -> new BackupStream(source, free));
  }
}
