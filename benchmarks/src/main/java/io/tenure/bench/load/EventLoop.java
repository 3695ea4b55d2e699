package io.tenure.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.BooleanSupplier;

/** One selector and one thread that serve all connections and timers. Not thread-safe. */
public final class EventLoop implements AutoCloseable {
  private static final long MAX_SELECT_MILLIS = 20;

  private record Timer(long atNanos, Runnable task) {}

  private final Selector selector;
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparingLong(Timer::atNanos));

  public EventLoop() {
    try {
      selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Serves connections and timers until {@code done}, or until the deadline; true when done. */
  public boolean runUntil(BooleanSupplier done, long deadlineNanos) throws IOException {
    while (!done.getAsBoolean()) {
      long now = System.nanoTime();
      if (now - deadlineNanos >= 0) {
        return false;
      }
      selector.select(EventLoop::serve, patienceMillis(now, deadlineNanos));
      fireTimers();
    }
    return true;
  }

  /** Runs {@code task} once, not before {@code delayNanos} have passed. */
  public void schedule(long delayNanos, Runnable task) {
    timers.add(new Timer(System.nanoTime() + delayNanos, task));
  }

  SelectionKey register(SocketChannel channel, int operations, Wire wire) throws IOException {
    return channel.register(selector, operations, wire);
  }

  @Override
  public void close() throws IOException {
    selector.close();
  }

  private static void serve(SelectionKey key) {
    ((Wire) key.attachment()).serve(key);
  }

  private long patienceMillis(long now, long deadlineNanos) {
    long until = deadlineNanos;
    Timer next = timers.peek();
    if (next != null && next.atNanos - until < 0) {
      until = next.atNanos;
    }
    return Math.max(1, Math.min(MAX_SELECT_MILLIS, (until - now) / 1_000_000));
  }

  private void fireTimers() {
    Timer next = timers.peek();
    while (next != null && next.atNanos - System.nanoTime() <= 0) {
      timers.poll();
      next.task.run();
      next = timers.peek();
    }
  }
}
