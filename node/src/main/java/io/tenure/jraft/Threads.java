package io.tenure.jraft;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How this package makes and ends its threads: named, few, and none that outlives its owner. */
final class Threads {

  private static final Logger LOG = LoggerFactory.getLogger(Threads.class);
  private static final long PATIENCE_MILLIS = 5_000;
  private static final long KEEP_ALIVE_SECONDS = 60;

  private Threads() {}

  /** A pool that queues what it cannot run at once; JRaft's own would refuse it. */
  static ThreadPoolExecutor pool(String name, int size) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size,
            size,
            KEEP_ALIVE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            named(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  static ScheduledThreadPoolExecutor timer(String name) {
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named(name));
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return timer;
  }

  /** A thread without which the node must not go on: whatever ends it by accident ends the node. */
  static Thread vital(String name, Runnable body, FailStop failStop) {
    Thread thread = new Thread(body, name);
    thread.setUncaughtExceptionHandler((any, fault) -> failStop.halt(name + " failed: " + fault));
    return thread;
  }

  /** Waits for a thread that was told to end. */
  static void join(Thread thread) {
    try {
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets a pool finish what it has, and takes nothing more. */
  static void end(ExecutorService pool) {
    pool.shutdown();
    try {
      if (!pool.awaitTermination(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
        LOG.warn("not everything was finished that was under way");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  static ThreadFactory named(String name) {
    AtomicInteger count = new AtomicInteger();
    ThreadFactory plain = Executors.defaultThreadFactory();
    return task -> {
      Thread thread = plain.newThread(task);
      thread.setName(name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
