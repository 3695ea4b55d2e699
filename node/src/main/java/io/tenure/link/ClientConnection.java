package io.tenure.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleStateEvent;
import io.tenure.link.CallFailedException.Kind;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection to a peer, after both sides have greeted: requests out, answers in. */
final class ClientConnection extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  private final String peer;
  private final Channel channel;
  private final Outflow outflow;
  private final CallTable calls;

  ClientConnection(Channel channel, String peer) {
    this.peer = peer;
    this.channel = channel;
    this.outflow = new Outflow(channel);
    this.calls = new CallTable(channel.eventLoop(), peer);
  }

  Channel channel() {
    return channel;
  }

  /** From any thread; see {@link Peer#call}. */
  boolean call(int id, int method, Payload payload, long timeoutMillis, Reply reply) {
    ByteBuf frame = Frame.of(channel.alloc(), Frame.REQUEST, method, id, payload);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    boolean taken = outflow.offer(new OutgoingCall(frame, id, new CallTable.Sent(reply, deadline)));
    if (!taken) {
      frame.release();
    }
    return taken;
  }

  private final class OutgoingCall implements Outflow.Outgoing {

    private final ByteBuf frame;
    private final int id;
    private final CallTable.Sent call;

    OutgoingCall(ByteBuf frame, int id, CallTable.Sent call) {
      this.frame = frame;
      this.id = id;
      this.call = call;
    }

    @Override
    public ByteBuf frame() {
      return frame;
    }

    @Override
    public void isWritten() {
      calls.add(id, call);
    }

    @Override
    public void isDropped() {
      call.failed(new CallFailedException(Kind.NOT_SENT, "connection to " + peer + " lost"));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    try {
      if (frame.readableBytes() < Frame.HEAD_BYTES) {
        throw new IllegalStateException("a frame without a head");
      }
      int kind = frame.readByte();
      int method = frame.readUnsignedByte();
      int id = frame.readInt();
      if (kind == Frame.RESPONSE) {
        calls.answered(id, method, frame.nioBuffer());
      } else if (kind != Frame.ALIVE) {
        throw new IllegalStateException("unknown kind of frame: " + kind);
      }
    } finally {
      frame.release();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof IdleStateEvent) {
      LOG.info("{} is silent; connecting to it again", peer);
      context.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    calls.endAll();
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    LOG.info("connection to {} lost: {}", peer, failure.toString());
    context.close();
  }
}
