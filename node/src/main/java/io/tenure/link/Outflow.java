package io.tenure.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Frames on their way into a connection, from any thread. All that gather in one turn of the event
 * loop leave in one write. What the network does not take piles up to a limit; beyond it, more is
 * refused. Thread-safe.
 */
final class Outflow {

  /** A frame that waits to be written. */
  interface Outgoing {

    ByteBuf frame();

    /** On the event loop, just before it is written. */
    void isWritten();

    /** On the event loop, or on another thread once that has ended: it will never be written. */
    void isDropped();
  }

  static final int MAX_BYTES = 64 * 1024 * 1024;
  static final WriteBufferWaterMark MARKS = new WriteBufferWaterMark(MAX_BYTES / 2, MAX_BYTES);

  private final Channel channel;
  private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();

  /** Of the queue alone: the channel counts what it was given. */
  private final AtomicLong queuedBytes = new AtomicLong();

  private final AtomicBoolean scheduled = new AtomicBoolean();

  Outflow(Channel channel) {
    this.channel = channel;
  }

  /**
   * Takes a frame, unless too much is under way or the connection has ended. A frame that is not
   * taken is still the caller's.
   */
  boolean offer(Outgoing outgoing) {
    if (!channel.isActive() || !reserve(outgoing.frame().readableBytes())) {
      return false;
    }
    queue.add(outgoing);
    if (scheduled.compareAndSet(false, true)) {
      schedule();
    }
    return true;
  }

  private boolean reserve(int bytes) {
    if (queuedBytes.addAndGet(bytes) <= channel.bytesBeforeUnwritable()) {
      return true;
    }
    queuedBytes.addAndGet(-bytes);
    return false;
  }

  private void schedule() {
    try {
      channel.eventLoop().execute(this::write);
    } catch (RejectedExecutionException ended) {
      GlobalEventExecutor.INSTANCE.execute(this::drop); // nobody is called back while it calls
    }
  }

  private void write() {
    if (!channel.isActive()) {
      drop();
      return;
    }
    scheduled.set(false); // before looking: what comes from here on schedules again
    Outgoing next = queue.poll();
    while (next != null) {
      int bytes = next.frame().readableBytes();
      next.isWritten();
      channel.write(next.frame());
      queuedBytes.addAndGet(-bytes); // only now, so that it is always counted
      next = queue.poll();
    }
    channel.flush();
  }

  private void drop() {
    scheduled.set(false);
    Outgoing next = queue.poll();
    while (next != null) {
      queuedBytes.addAndGet(-next.frame().readableBytes());
      next.frame().release();
      next.isDropped();
      next = queue.poll();
    }
  }
}
