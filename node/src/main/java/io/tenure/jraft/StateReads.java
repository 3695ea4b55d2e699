package io.tenure.jraft;

import io.tenure.kernel.StateView;
import io.tenure.replication.ArchiveNeededException;
import io.tenure.replication.Read;
import io.tenure.replication.Round;
import io.tenure.replication.Wait;
import io.tenure.replication.WaitList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks questions of the state. What the table in memory can answer is answered at once; the rest is
 * asked again on threads that may read the disk, since neither the thread that applies the log nor
 * an event loop may wait for it. Thread-safe.
 */
final class StateReads {

  private static final Logger LOG = LoggerFactory.getLogger(StateReads.class);

  private final Replica replica;
  private final WaitList waits;
  private final Executor archiveReaders;

  StateReads(Replica replica, WaitList waits, Executor archiveReaders) {
    this.replica = replica;
    this.waits = waits;
    this.archiveReaders = archiveReaders;
  }

  /** The state has what a round asked for: answers the reads of it. */
  ReplyBatch answer(Round round) {
    replica.age().reached(round.beganNanos());
    ReplyBatch replies = new ReplyBatch();
    List<Read<?>> rest = new ArrayList<>();
    replica.readMemory(
        state -> {
          for (Read<?> read : round.reads()) {
            if (!isAnswered(read, state, replies)) {
              rest.add(read);
            }
          }
        });
    if (!rest.isEmpty()) {
      archiveReaders.execute(() -> answerFromArchive(rest));
    }
    return replies;
  }

  private static boolean isAnswered(Read<?> read, StateView state, ReplyBatch replies) {
    try {
      replies.add(read.caller(), read.ask(state));
      return true;
    } catch (ArchiveNeededException notInMemory) {
      return false;
    }
  }

  private void answerFromArchive(List<Read<?>> reads) {
    ReplyBatch replies = new ReplyBatch();
    for (Read<?> read : reads) { // each for itself: whoever applies the log waits for one at most
      replica.read(state -> replies.add(read.caller(), read.ask(state)));
    }
    replies.send();
  }

  /** Asks the state as it is, however old. */
  <T> CompletionStage<T> askLocally(Function<StateView, T> question, Executor home) {
    try {
      return CompletableFuture.completedFuture(replica.askMemory(question));
    } catch (ArchiveNeededException notInMemory) {
      return CompletableFuture.supplyAsync(() -> replica.ask(question), archiveReaders)
          .thenApplyAsync(Function.identity(), home);
    } catch (RuntimeException fault) {
      return CompletableFuture.failedFuture(fault);
    }
  }

  /** Soon, and elsewhere: the caller must not wait for the state. */
  void forget(List<Wait> some) {
    try {
      archiveReaders.execute(() -> replica.readMemory(state -> waits.forget(some)));
    } catch (RejectedExecutionException shuttingDown) {
      LOG.debug("nobody is told of changes any more", shuttingDown);
    }
  }
}
