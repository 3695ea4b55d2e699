package io.tenure.client.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * One thread that serves all connections: it waits for what they can read or write, for tasks and
 * for alarms. Whatever it calls must not block.
 */
final class Reactor implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Reactor.class.getName());

  /** Something to be done at a time, unless it is cancelled. */
  static final class Alarm {
    private final long nanos;
    private final Runnable action;
    private boolean cancelled;

    private Alarm(long nanos, Runnable action) {
      this.nanos = nanos;
      this.action = action;
    }

    void cancel() {
      cancelled = true;
    }
  }

  private final Selector selector;
  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(Comparator.comparingLong(alarm -> alarm.nanos));
  private final long origin = System.nanoTime();
  private final Thread thread;
  private volatile boolean closed;

  Reactor(String name) {
    try {
      selector = Selector.open();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    thread = new Thread(this::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Runs a task on the reactor's thread, soon; never if it is closed. */
  void execute(Runnable task) {
    tasks.add(task);
    if (Thread.currentThread() != thread) {
      selector.wakeup();
    }
  }

  /** Only on the reactor's thread, as everything below. */
  Alarm after(long nanos, Runnable action) {
    Alarm alarm = new Alarm(now() + nanos, action);
    alarms.add(alarm);
    return alarm;
  }

  /** Calls {@code ready} whenever the channel can do one of {@code operations}. */
  SelectionKey register(SocketChannel channel, int operations, Runnable ready) throws IOException {
    return channel.register(selector, operations, ready);
  }

  /** Ends the thread and closes all connections. */
  @Override
  public void close() {
    closed = true;
    selector.wakeup();
  }

  private long now() {
    return System.nanoTime() - origin;
  }

  private void run() {
    try (Selector open = selector) {
      while (!closed) {
        open.select(this::ready, untilNextAlarm());
        runTasks();
        runAlarms();
      }
      for (SelectionKey key : open.keys()) {
        key.channel().close();
      }
    } catch (IOException | ClosedSelectorException failure) {
      LOG.log(System.Logger.Level.ERROR, "the connections to the cluster have ended", failure);
    }
  }

  private void ready(SelectionKey key) {
    guarded((Runnable) key.attachment());
  }

  /** Only what was there at the beginning, so that a task that adds tasks stops nobody. */
  private void runTasks() {
    for (int left = tasks.size(); left > 0; left--) {
      Runnable task = tasks.poll();
      if (task != null) {
        guarded(task);
      }
    }
  }

  private void runAlarms() {
    long now = now();
    for (Alarm next = alarms.peek(); next != null; next = alarms.peek()) {
      if (!next.cancelled && next.nanos > now) {
        return;
      }
      alarms.poll();
      if (!next.cancelled) {
        guarded(next.action);
      }
    }
  }

  /** Milliseconds, at least one; zero would be for ever. */
  private long untilNextAlarm() {
    if (!tasks.isEmpty()) {
      selector.wakeup();
    }
    Alarm next = alarms.peek();
    return next == null ? 0 : Math.max(1, (next.nanos - now()) / 1_000_000 + 1);
  }

  private static void guarded(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException failure) {
      LOG.log(System.Logger.Level.ERROR, "a fault in the client", failure);
    }
  }
}
