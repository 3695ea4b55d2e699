package io.tenure.gateway.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import io.tenure.gateway.BodyStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection whose last answer goes on: chunked, or until the end of the connection where the
 * client knows no chunks. What the client still sends is dropped.
 *
 * <p>Only {@link #send} and {@link #finish} may be called on other threads. What was sent and not
 * yet taken by the client is counted from the call on, so that it is bounded even if the sender is
 * faster than the event loop.
 */
final class OpenBody extends ChannelInboundHandlerAdapter implements BodyStream.Sink {

  private static final Logger log = LoggerFactory.getLogger(OpenBody.class);

  /** So much may wait for the client; a stream that goes on all the same is at fault. */
  static final int FULL_BYTES = 128 * 1024;

  /** The stream goes on once no more than this waits. */
  private static final int ROOM_BYTES = FULL_BYTES / 4;

  /** How often an ended input is answered, to find out whether the client still listens. */
  private static final int PROBES = 3;

  private static final byte[] LINE_END = {'\r', '\n'};
  private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Loop loop;
  private final Channel channel;
  private final BodyStream stream;
  private final boolean chunked;
  private final AtomicLong pendingBytes = new AtomicLong();

  /** Whether the stream was told that there is no room, and not yet that there is. */
  private final AtomicBoolean waiting = new AtomicBoolean();

  private boolean begun;
  private boolean finished;
  private boolean inputEnded;
  private int probes;

  /** What was written and not yet taken by the client, and since when it has taken nothing. */
  private long owedBytes;

  private long takenNanos;

  OpenBody(Loop loop, Channel channel, BodyStream stream, boolean chunked) {
    this.loop = loop;
    this.channel = channel;
    this.stream = stream;
    this.chunked = chunked;
  }

  /** Begins, once this handler has taken the connection's place. */
  void begin(boolean inputHasEnded) {
    if (!channel.isActive()) {
      return;
    }
    channel.config().setAutoRead(true);
    begun = true;
    loop.add(this);
    stream.begin(this);
    if (inputHasEnded) {
      inputEnds();
    }
    if (loop.isStopping()) {
      finish();
    }
  }

  @Override
  public boolean send(byte[] bytes) {
    long pending = pendingBytes.addAndGet(bytes.length);
    if (!run(() -> write(bytes))) {
      return false;
    }
    if (pending < FULL_BYTES) {
      return true;
    }
    waiting.set(true);
    return pendingBytes.get() <= ROOM_BYTES && waiting.compareAndSet(true, false);
  }

  @Override
  public void finish() {
    run(this::end);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReferenceCountUtil.release(message);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnds();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    finished = true;
    if (begun) {
      begun = false;
      loop.remove(this);
      stream.ended();
    }
  }

  /** Ends the connection at once, for a reason that the client cannot be told. */
  void fail(Throwable cause) {
    log.debug("a stream's connection failed", cause);
    channel.close();
  }

  /** Does what is due at this moment. */
  void sweep(long now) {
    if (probes > 0) {
      probes--;
      stream.probe();
    }
    if (owedBytes > 0 && now - takenNanos > loop.limits().bodyTimeout().toNanos()) {
      takenNanos = now;
      stream.stalled();
    }
  }

  private void inputEnds() {
    inputEnded = true;
    probes = PROBES;
  }

  private boolean run(Runnable task) {
    if (loop.executor().inEventLoop()) {
      task.run();
      return true;
    }
    try {
      loop.executor().execute(task);
      return true;
    } catch (RejectedExecutionException closed) {
      return false;
    }
  }

  private void write(byte[] bytes) {
    if (finished || bytes.length == 0) {
      pendingBytes.addAndGet(-bytes.length);
      return;
    }
    if (owedBytes == 0) {
      takenNanos = System.nanoTime();
    }
    owedBytes += bytes.length;
    channel.writeAndFlush(framed(bytes)).addListener(written -> taken(bytes.length));
  }

  private ByteBuf framed(byte[] bytes) {
    if (!chunked) {
      return Unpooled.wrappedBuffer(bytes);
    }
    String size = Integer.toHexString(bytes.length) + "\r\n";
    return Unpooled.wrappedBuffer(size.getBytes(StandardCharsets.US_ASCII), bytes, LINE_END);
  }

  private void taken(int bytes) {
    takenNanos = System.nanoTime();
    owedBytes -= bytes;
    long pending = pendingBytes.addAndGet(-bytes);
    if (!finished && pending <= ROOM_BYTES && waiting.compareAndSet(true, false)) {
      stream.resume();
    }
  }

  /** The rest is a {@link LingeringClose}, which takes this handler's place. */
  private void end() {
    if (finished) {
      return;
    }
    finished = true;
    ByteBuf last = chunked ? Unpooled.wrappedBuffer(LAST_CHUNK) : Unpooled.EMPTY_BUFFER;
    ChannelFuture sent = channel.writeAndFlush(last);
    if (channel.pipeline().context(this) != null) {
      LingeringClose farewell =
          new LingeringClose(channel, sent, inputEnded, loop.limits().bodyTimeout());
      channel.pipeline().replace(this, "farewell", farewell);
    }
  }
}
