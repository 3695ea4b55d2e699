package io.tenure.link;

import io.netty.channel.EventLoop;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.concurrent.ScheduledFuture;
import io.tenure.link.CallFailedException.Kind;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The calls of one connection that wait for their answers. Only for the event loop. */
final class CallTable {

  private static final Logger LOG = LoggerFactory.getLogger(CallTable.class);

  /** A call that was sent, or is to be. A fault of whoever waits for it harms no other. */
  record Sent(Reply reply, long deadlineNanos) {

    void answered(int method, ByteBuffer payload) {
      try {
        reply.answered(method, payload);
      } catch (RuntimeException fault) {
        LOG.error("an answer could not be handled", fault);
      }
    }

    void failed(CallFailedException failure) {
      try {
        reply.failed(failure);
      } catch (RuntimeException fault) {
        LOG.error("the end of a call could not be handled", fault);
      }
    }
  }

  private final EventLoop loop;
  private final String peer;
  private final IntObjectHashMap<Sent> calls = new IntObjectHashMap<>();
  private @Nullable ScheduledFuture<?> look;
  private long lookNanos;

  CallTable(EventLoop loop, String peer) {
    this.loop = loop;
    this.peer = peer;
  }

  void add(int id, Sent call) {
    calls.put(id, call);
    if (look == null || call.deadlineNanos() - lookNanos < 0) {
      lookAt(call.deadlineNanos());
    }
  }

  /** An answer to a call that was given up comes too late, and is ignored. */
  void answered(int id, int method, ByteBuffer payload) {
    Sent call = calls.remove(id);
    if (call != null) {
      call.answered(method, payload);
    }
  }

  void endAll() {
    List<Sent> all = new ArrayList<>(calls.values());
    calls.clear();
    if (look != null) {
      look.cancel(false);
    }
    CallFailedException lost =
        new CallFailedException(Kind.LOST, "connection to " + peer + " lost");
    all.forEach(call -> call.failed(lost));
  }

  private void lookAt(long nanos) {
    if (look != null) {
      look.cancel(false);
    }
    lookNanos = nanos;
    long delay = Math.max(0, nanos - System.nanoTime());
    look = loop.schedule(this::expire, delay, TimeUnit.NANOSECONDS);
  }

  private void expire() {
    look = null;
    long now = System.nanoTime();
    List<Sent> expired = new ArrayList<>();
    long next = Long.MAX_VALUE;
    boolean more = false;
    var all = calls.entries().iterator();
    while (all.hasNext()) {
      Sent call = all.next().value();
      if (call.deadlineNanos() - now <= 0) {
        expired.add(call);
        all.remove();
      } else if (!more || call.deadlineNanos() - next < 0) {
        next = call.deadlineNanos();
        more = true;
      }
    }
    if (more) {
      lookAt(next);
    }
    CallFailedException late =
        new CallFailedException(Kind.TIMED_OUT, peer + " did not answer in time");
    expired.forEach(call -> call.failed(late));
  }
}
