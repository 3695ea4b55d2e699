package io.tenure.gateway.locket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends the frames of a flush as one piece. HTTP/2 writes an answer as six small buffers; to hand
 * each of them to the system costs more than to copy them.
 */
final class FrameCoalescing extends ChannelOutboundHandlerAdapter {

  private static final int USUAL_BYTES = 512;

  /** What is larger is not worth copying. */
  private static final int LARGEST_COPIED = 4096;

  private @Nullable ByteBuf piece;

  /** Who wait until the piece is sent; one who has written several frames is here several times. */
  private List<ChannelPromise> waiting = new ArrayList<>();

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf frame && frame.readableBytes() <= LARGEST_COPIED) {
      copy(context, frame);
      waiting.add(promise);
    } else {
      pass(context);
      context.write(message, promise);
    }
  }

  private void copy(ChannelHandlerContext context, ByteBuf frame) {
    try {
      if (piece == null) {
        piece = context.alloc().ioBuffer(USUAL_BYTES);
      }
      piece.writeBytes(frame);
    } finally {
      frame.release();
    }
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    pass(context);
    context.flush();
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (piece != null) {
      piece.release();
      piece = null;
      waiting.forEach(each -> each.tryFailure(new ClosedChannelException()));
    }
  }

  private void pass(ChannelHandlerContext context) {
    if (piece != null) {
      ByteBuf whole = piece;
      List<ChannelPromise> told = waiting;
      piece = null;
      waiting = new ArrayList<>();
      context.write(whole).addListener(sent -> tell(told, sent));
    }
  }

  private static void tell(List<ChannelPromise> told, Future<?> sent) {
    for (ChannelPromise each : told) {
      if (sent.isSuccess()) {
        each.trySuccess();
      } else {
        each.tryFailure(sent.cause());
      }
    }
  }
}
