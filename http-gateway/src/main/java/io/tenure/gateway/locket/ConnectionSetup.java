package io.tenure.gateway.locket;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ServerChannel;

/** Makes connections cheaper, as they are accepted and before gRPC has them. */
final class ConnectionSetup extends ChannelInboundHandlerAdapter {

  private ConnectionSetup() {}

  /** For all connections that this channel will accept. */
  static ServerChannel on(ServerChannel listener) {
    listener.pipeline().addLast(new ConnectionSetup());
    return listener;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object accepted) {
    ((Channel) accepted).pipeline().addLast(new FrameCoalescing(), new NoHeaderTable());
    context.fireChannelRead(accepted);
  }
}
