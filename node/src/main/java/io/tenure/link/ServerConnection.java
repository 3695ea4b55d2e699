package io.tenure.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.timeout.IdleStateEvent;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that a peer opened, after both sides have greeted: requests in, answers out. */
final class ServerConnection extends ChannelInboundHandlerAdapter implements Session {

  private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

  /** With so many requests under way, no more are read until half of them are answered. */
  static final int MAX_CALLS = 1_024;

  /** A larger request counts for several, so that all of them have at most 64 MiB or so. */
  private static final int BYTES_OF_A_CALL = Outflow.MAX_BYTES / MAX_CALLS;

  private final Identity peer;
  private final Channel channel;
  private final LinkService service;
  private final RefusalLog log;
  private final Outflow outflow;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile @Nullable Object attachment;

  ServerConnection(Channel channel, Identity peer, LinkService service, RefusalLog log) {
    this.peer = peer;
    this.channel = channel;
    this.service = service;
    this.log = log;
    this.outflow = new Outflow(channel);
  }

  @Override
  public String node() {
    return peer.node();
  }

  @Override
  public String address() {
    return peer.raftAddress();
  }

  @Override
  public @Nullable Object attachment() {
    return attachment;
  }

  @Override
  public void attach(Object object) {
    attachment = object;
  }

  @Override
  public void close() {
    channel.close();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    try {
      if (!channel.isActive()) {
        return; // what came together with something that ended the connection
      }
      if (frame.readableBytes() < Frame.HEAD_BYTES) {
        throw new IllegalStateException("a frame without a head");
      }
      int kind = frame.readByte();
      int method = frame.readUnsignedByte();
      int id = frame.readInt();
      if (kind == Frame.REQUEST) {
        handle(new Call(id, method, frame.nioBuffer()));
      } else if (kind != Frame.ALIVE) {
        throw new IllegalStateException("unknown kind of frame: " + kind);
      }
    } finally {
      frame.release();
    }
  }

  private void handle(Call call) {
    if (underWay.addAndGet(call.weight) >= MAX_CALLS) {
      channel.config().setAutoRead(false);
      readAgainIfAnswered(underWay.get()); // the last answer may have come in between
    }
    service.handle(call);
  }

  private void readAgainIfAnswered(int left) {
    if (left <= MAX_CALLS / 2 && !channel.config().isAutoRead()) {
      channel.config().setAutoRead(true);
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      LOG.info(
          channel.config().isAutoRead()
              ? "{} is silent; its connection is closed"
              : "too many requests of {} are not answered; its connection is closed",
          node());
      context.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    if (failure instanceof IOException) {
      LOG.info("connection of {} lost: {}", node(), Reasons.of(failure));
    } else {
      String reason =
          failure instanceof TooLongFrameException ? "a frame is too long" : Reasons.of(failure);
      log.refused(node(), "connection of " + node() + " closed: " + reason);
    }
    context.close();
  }

  private final class Call implements IncomingCall {

    private final int id;
    private final int method;
    private final ByteBuffer payload;
    private final int weight;
    private final AtomicBoolean isAnswered = new AtomicBoolean();

    Call(int id, int method, ByteBuffer payload) {
      this.id = id;
      this.method = method;
      this.payload = payload;
      this.weight = 1 + payload.remaining() / BYTES_OF_A_CALL;
    }

    @Override
    public Session session() {
      return ServerConnection.this;
    }

    @Override
    public int method() {
      return method;
    }

    @Override
    public ByteBuffer payload() {
      return payload;
    }

    @Override
    public void answer(int answerMethod, Payload answer) {
      if (!isAnswered.compareAndSet(false, true)) {
        return;
      }
      readAgainIfAnswered(underWay.addAndGet(-weight));
      ByteBuf frame = Frame.of(channel.alloc(), Frame.RESPONSE, answerMethod, id, answer);
      if (!outflow.offer(new OutgoingAnswer(frame))) {
        frame.release();
        channel.close(); // who does not read its answers is better off with a new connection
      }
    }
  }

  private record OutgoingAnswer(ByteBuf frame) implements Outflow.Outgoing {

    @Override
    public void isWritten() {}

    @Override
    public void isDropped() {}
  }
}
