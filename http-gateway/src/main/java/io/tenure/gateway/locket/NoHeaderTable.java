package io.tenure.gateway.locket;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;

/**
 * Sends the headers of answers as they are. HTTP/2 would remember each, so as to send only its
 * number the next time; but every grant has another fencing token, and to search and clear a table
 * full of tokens that never come again costs more than the few bytes that it saves.
 */
final class NoHeaderTable extends ChannelInboundHandlerAdapter {

  /** gRPC adds its own handlers when it has agreed with the client how to speak. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Http2Exception {
    Http2ConnectionHandler http2 = context.pipeline().get(Http2ConnectionHandler.class);
    if (http2 != null) {
      http2.encoder().configuration().headersConfiguration().maxHeaderTableSize(0);
      context.pipeline().remove(this);
    }
    context.fireChannelReadComplete();
  }
}
