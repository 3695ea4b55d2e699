package io.tenure.link;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Shows the other side that this one is alive while there is nothing else to say, and tells the
 * handlers behind it when the other side is silent. It stands in front of the frames, so that one
 * that takes long to arrive is no silence.
 */
final class Liveness extends IdleStateHandler {

  private @Nullable ChannelFuture shown;

  Liveness(long speakMillis, long silenceMillis) {
    super(silenceMillis, speakMillis, 0, TimeUnit.MILLISECONDS);
  }

  @Override
  protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) {
    if (event.state() == IdleState.READER_IDLE) {
      context.fireUserEventTriggered(event);
    } else if (shown == null || shown.isDone()) { // else it is told as soon as the other side reads
      shown = context.writeAndFlush(Frame.alive(context.alloc()));
    }
  }
}
