package io.tenure.gateway.events;

import io.tenure.service.EventFeed;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The streams of this node, and the one thread that serves them, which starts with the first. The
 * feed only wakes it up. It gives every stream a turn of bounded length, so that none of them holds
 * up the others for long.
 */
final class Hub implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Hub.class);
  private static final int TICKS_PER_HEARTBEAT = 10;

  private final EventFeed feed;
  private final EventsOptions options;
  private final ScheduledThreadPoolExecutor thread;
  private final AtomicInteger size = new AtomicInteger();
  private final AtomicLong lagged = new AtomicLong();
  private final AtomicBoolean awake = new AtomicBoolean();

  /** Used by the thread only. */
  private final Set<SubscriberStream> streams = new LinkedHashSet<>();

  private boolean ticking;

  Hub(EventFeed feed, EventsOptions options) {
    this.feed = feed;
    this.options = options;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread made = new Thread(task, "tenure-events");
              made.setDaemon(true);
              return made;
            });
    thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    feed.onChange(this::wake);
  }

  EventFeed feed() {
    return feed;
  }

  long heartbeatNanos() {
    return options.heartbeat().toNanos();
  }

  long tickNanos() {
    return Math.max(1_000_000, heartbeatNanos() / TICKS_PER_HEARTBEAT);
  }

  int size() {
    return size.get();
  }

  boolean isFull() {
    return size.get() >= options.streams();
  }

  long lagged() {
    return lagged.get();
  }

  void countLagged() {
    lagged.incrementAndGet();
  }

  /** Takes a place, which {@link #leave} gives back, unless there is none. */
  boolean enter() {
    if (size.incrementAndGet() > options.streams()) {
      size.decrementAndGet();
      return false;
    }
    return true;
  }

  void leave() {
    size.decrementAndGet();
  }

  /** From here on the stream gets its turns. On the thread only, like its counterpart. */
  void add(SubscriberStream stream) {
    streams.add(stream);
    if (!ticking) {
      ticking = true;
      tickLater();
    }
  }

  void remove(SubscriberStream stream) {
    streams.remove(stream);
  }

  /** Does something on the thread, behind what it has to do already. */
  void execute(Runnable task) {
    try {
      thread.execute(() -> guarded(task));
    } catch (RejectedExecutionException closed) {
      log.debug("too late for a stream", closed);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }

  private void wake() {
    if (size.get() > 0 && awake.compareAndSet(false, true)) {
      execute(this::turn);
    }
  }

  private void turn() {
    awake.set(false);
    for (SubscriberStream stream : snapshot()) {
      guarded(stream::turn);
    }
  }

  private void tick() {
    ticking = !streams.isEmpty();
    if (ticking) {
      long now = System.nanoTime();
      for (SubscriberStream stream : snapshot()) {
        guarded(() -> stream.tick(now));
      }
      tickLater();
    }
  }

  private void tickLater() {
    try {
      thread.schedule(() -> guarded(this::tick), tickNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException closed) {
      log.debug("no more heartbeats", closed);
    }
  }

  private List<SubscriberStream> snapshot() {
    return new ArrayList<>(streams);
  }

  /** A stream that fails must not keep the others from their turns. */
  private static void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException fault) {
      log.error("a stream of events failed", fault);
    }
  }
}
