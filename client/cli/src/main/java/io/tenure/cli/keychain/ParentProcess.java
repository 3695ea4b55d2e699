package io.tenure.cli.keychain;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The main program, as a process that can be stopped. */
public final class ParentProcess {

  private final Optional<ProcessHandle> parent;
  private final Duration grace;
  private final AtomicBoolean stopped = new AtomicBoolean();

  /**
   * Remembers who it is: when it has died, somebody else is the parent.
   *
   * @param grace between TERM and KILL
   */
  public ParentProcess(Duration grace) {
    this.parent = ProcessHandle.current().parent().filter(process -> process.pid() > 1);
    this.grace = grace;
  }

  /** Ends it: TERM at once, KILL after the grace. */
  public void stop() {
    if (parent.isPresent() && stopped.compareAndSet(false, true)) {
      ProcessHandle main = parent.get();
      main.destroy();
      CompletableFuture.delayedExecutor(grace.toMillis(), TimeUnit.MILLISECONDS)
          .execute(main::destroyForcibly);
    }
  }
}
