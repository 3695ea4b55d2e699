package io.tenure.node;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the process running until it is told to stop, and gives it a bounded time to end well. */
final class Shutdown {
  private static final Logger log = LoggerFactory.getLogger(Shutdown.class);

  private Shutdown() {}

  /** Closes something when the process is told to stop, by a signal or by {@link System#exit}. */
  static void atEnd(Duration patience, Runnable close) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  haltAfter(patience);
                  close.run();
                },
                "shutdown"));
  }

  private static void haltAfter(Duration patience) {
    Thread watchdog =
        new Thread(
            () -> {
              try {
                Thread.sleep(patience.toMillis());
                log.error("not stopped after {} s, so it is cut short", patience.toSeconds());
                Runtime.getRuntime().halt(ExitCode.FAILURE);
              } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
              }
            },
            "shutdown-watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
  }

  /** Ends this process when another one has ended. */
  static void endWith(long pid) {
    Optional<ProcessHandle> other = ProcessHandle.of(pid);
    Thread watch =
        new Thread(
            () -> {
              other.ifPresent(process -> process.onExit().join());
              log.warn("process {}, which started this node, is gone", pid);
              System.exit(ExitCode.OK);
            },
            "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  /** Never returns; the process ends by a signal. */
  static void sleepForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
  }
}
