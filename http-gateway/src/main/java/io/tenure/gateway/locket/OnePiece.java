package io.tenure.gateway.locket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import org.jspecify.annotations.Nullable;

/**
 * Sends the frames of a flush as one piece. HTTP/2 writes an answer as six small buffers, each with
 * promises of its own; to hand all of them to the system, and to tell each that it has left, costs
 * more than to copy them.
 *
 * <p>A frame counts as written when it is copied. If it cannot be sent after all, the connection
 * ends, and with it every call that could ask.
 */
final class OnePiece extends ChannelOutboundHandlerAdapter {

  private static final int USUAL_BYTES = 512;

  /** What is larger is not worth copying. */
  private static final int LARGEST_COPIED = 4096;

  private @Nullable ByteBuf piece;

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    if (message instanceof ByteBuf frame && frame.readableBytes() <= LARGEST_COPIED) {
      if (piece == null) {
        piece = context.alloc().ioBuffer(USUAL_BYTES);
      }
      piece.writeBytes(frame);
      frame.release();
      promise.trySuccess();
    } else {
      pass(context);
      context.write(message, promise);
    }
  }

  @Override
  public void flush(ChannelHandlerContext context) {
    pass(context);
    context.flush();
  }

  /** Who ends the connection when its last frame is written has not flushed it yet. */
  @Override
  public void close(ChannelHandlerContext context, ChannelPromise promise) {
    flush(context);
    context.close(promise);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext context) {
    if (piece != null) {
      piece.release();
      piece = null;
    }
  }

  private void pass(ChannelHandlerContext context) {
    if (piece != null) {
      ByteBuf whole = piece;
      piece = null;
      context.write(whole);
    }
  }
}
