package io.tenure.gateway.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * What is left of a connection when its last answer is written: it is sent, the client is told that
 * nothing follows, and whatever the client still sends is dropped until it has ended too, for a
 * short time. A connection that is closed with unread bytes is reset, and the client could lose the
 * answer.
 */
final class LingeringClose extends ChannelInboundHandlerAdapter {

  private static final Duration LINGER = Duration.ofSeconds(2);

  private final Channel channel;
  private boolean inputEnded;
  private boolean sent;
  private Future<?> end;

  /**
   * Begins the farewell; this handler must take the connection's place.
   *
   * @param inputEnded whether the client will send no more
   * @param patience for how long the client may refuse to read the answer
   */
  LingeringClose(Channel channel, ChannelFuture lastAnswer, boolean inputEnded, Duration patience) {
    this.channel = channel;
    this.inputEnded = inputEnded;
    this.end = closeAfter(patience);
    lastAnswer.addListener(written -> linger());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReferenceCountUtil.release(message);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      inputEnded = true;
      if (sent) {
        channel.close();
      }
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    channel.close();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    end.cancel(false);
  }

  private void linger() {
    sent = true;
    end.cancel(false);
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (inputEnded || !channel.isActive()) {
      channel.close();
      return;
    }
    if (tls != null) {
      tls.closeOutbound();
    } else {
      ((DuplexChannel) channel).shutdownOutput();
    }
    end = closeAfter(LINGER);
    channel.config().setAutoRead(true);
  }

  private Future<?> closeAfter(Duration time) {
    return channel
        .eventLoop()
        .schedule(() -> channel.close(), time.toMillis(), TimeUnit.MILLISECONDS);
  }
}
