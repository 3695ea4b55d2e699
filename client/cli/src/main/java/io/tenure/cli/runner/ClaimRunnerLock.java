package io.tenure.cli.runner;

import io.tenure.client.machine.ClaimEvent;
import io.tenure.client.machine.ClaimHandle;
import io.tenure.client.machine.ClaimListener;
import io.tenure.client.machine.ClaimSpec;
import io.tenure.client.machine.Failure;
import io.tenure.client.machine.Keyring;
import io.tenure.client.transport.HttpAnswer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A {@link RunnerLock} that is a claim: it waits in line, and is told when it is its turn. */
public final class ClaimRunnerLock implements RunnerLock {

  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

  private final Keyring keyring;
  private final ClaimSpec spec;
  private final RunnerTiming timing;
  private @Nullable ClaimHandle claim;
  private boolean closed;

  /** The keyring stays its owner's to close. */
  public ClaimRunnerLock(
      Keyring keyring, String resource, Optional<String> userData, RunnerTiming timing) {
    this.keyring = keyring;
    this.spec = new ClaimSpec(resource, timing.ttl(), Optional.empty(), userData);
    this.timing = timing;
  }

  @Override
  public synchronized void seek(Watcher watcher) {
    if (!closed) {
      claim = keyring.claim(spec, new Listener(watcher));
    }
  }

  @Override
  public void close() {
    ClaimHandle last;
    synchronized (this) {
      closed = true;
      last = claim;
    }
    if (last == null || last.state().isFinal()) {
      return;
    }
    last.release();
    try {
      last.ended().get(CLOSE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException itExpires) {
      return;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  private final class Listener implements ClaimListener {
    private final Watcher watcher;

    private Listener(Watcher watcher) {
      this.watcher = watcher;
    }

    @Override
    public void on(ClaimEvent event) {
      if (isClosed()) {
        return;
      }
      if (event instanceof ClaimEvent.Active active) {
        watcher.acquired(active.fencingToken());
      } else if (event instanceof ClaimEvent.Waiting waiting) {
        watcher.notYet("it is held by another; position " + waiting.position() + " in line");
      } else if (event instanceof ClaimEvent.Lost lost) {
        watcher.lost(lost.loss().detail());
      } else if (event instanceof ClaimEvent.Failed failed) {
        failed(failed.failure());
      }
    }

    /** After a refusal it asks again, too: limits and tokens may change. */
    private void failed(Failure failure) {
      int status = failure.answer().map(HttpAnswer::status).orElse(0);
      if (failure.kind() == Failure.Kind.REFUSED && (status == 401 || status == 403)) {
        watcher.notAllowed(failure.detail());
      } else {
        watcher.notYet(failure.detail());
      }
      CompletableFuture.delayedExecutor(timing.retry().toMillis(), TimeUnit.MILLISECONDS)
          .execute(() -> seek(watcher));
    }
  }
}
