package io.tenure.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.ScheduledFuture;
import io.tenure.codec.CodecException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The first words on a connection, for both sides. A connection on which they are not said in time,
 * or are anything else, is closed.
 */
abstract class GreetingHandler extends ChannelInboundHandlerAdapter {

  private static final String FRAMES = "frames";
  private static final String GREETING = "greeting";

  final Link link;
  private @Nullable ScheduledFuture<?> timeout;
  private boolean isRefused;
  private boolean hasHeard;

  GreetingHandler(Link link) {
    this.link = link;
  }

  /** Puts a connection's handlers in place: first of all, it must greet. */
  static void prepare(Channel channel, GreetingHandler greeting) {
    channel.pipeline().addLast(FRAMES, Frame.decoder(Greeting.MAX_BYTES));
    channel.pipeline().addLast(GREETING, greeting);
  }

  /** What the other side said. */
  abstract void heard(ChannelHandlerContext context, Greeting greeting);

  /** The connection ends before anything came of it; says why. */
  abstract void failed(ChannelHandlerContext context, String reason);

  /** The other side can be heard now, and has proven who it is if that is asked for. */
  void isConnected(ChannelHandlerContext context) {}

  @Override
  public void channelActive(ChannelHandlerContext context) {
    timeout =
        context
            .executor()
            .schedule(() -> late(context), link.times().greetingMillis(), TimeUnit.MILLISECONDS);
    if (context.pipeline().get(SslHandler.class) == null) {
      isConnected(context);
    }
  }

  private void late(ChannelHandlerContext context) {
    failed(context, "it said nothing in time");
    context.close();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake) {
      if (handshake.isSuccess()) {
        isConnected(context);
      } else {
        isRefused = true;
        failed(context, "the TLS handshake failed: " + Reasons.of(handshake.cause()));
        context.close();
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    try {
      if (!hasHeard) { // whoever is refused is not heard again
        hasHeard = true;
        heard(context, Greeting.decoded(frame));
      }
    } catch (CodecException unreadable) {
      failed(context, Reasons.of(unreadable));
      context.close();
    } finally {
      frame.release();
    }
  }

  /** From here on frames of the full size, handled by others. */
  void goOn(ChannelHandlerContext context, Liveness alive, ChannelHandler next) {
    ChannelPipeline pipeline = context.pipeline();
    pipeline.addBefore(FRAMES, "alive", alive);
    pipeline.replace(GREETING, "connection", next);
    // Last, since it passes on what came together with the greeting.
    pipeline.replace(FRAMES, FRAMES, Frame.decoder(Frame.MAX_BYTES));
  }

  static void sayAndClose(ChannelHandlerContext context, Greeting last) {
    context.writeAndFlush(last.encoded(context.alloc())).addListener(ChannelFutureListener.CLOSE);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (timeout != null) {
      timeout.cancel(false);
    }
  }

  /** A handshake that failed comes here as well, after it was told. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    if (isRefused) {
      return;
    }
    String reason =
        failure instanceof TooLongFrameException
            ? "it is not a node of Tenure"
            : Reasons.of(failure);
    failed(context, reason);
    context.close();
  }
}
