package io.tenure.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSession;

/** The two ends of a connection, in memory; all that one end sends reaches the other at once. */
final class TlsConnection {

  final End client;
  final End server;

  TlsConnection(SslHandler client, SslHandler server) {
    this.client = new End(client);
    this.server = new End(server);
    carry();
  }

  /** One end, and what went wrong there. */
  static final class End {
    private final SslHandler handler;
    private final EmbeddedChannel channel;
    private final List<Throwable> failures = new ArrayList<>();

    End(SslHandler handler) {
      this.handler = handler;
      this.channel =
          new EmbeddedChannel(
              handler,
              new ChannelInboundHandlerAdapter() {
                @Override
                public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
                  failures.add(failure);
                }
              });
    }

    boolean isOpen() {
      return channel.isOpen();
    }

    boolean hasShakenHands() {
      return handler.handshakeFuture().isSuccess();
    }

    Throwable handshakeFailure() {
      return handler.handshakeFuture().cause();
    }

    SSLSession session() {
      return handler.engine().getSession();
    }

    EmbeddedChannel channel() {
      return channel;
    }

    String failure() {
      return failures.stream().map(Throwable::toString).collect(Collectors.joining("; "));
    }

    private boolean carryTo(End other) {
      channel.runPendingTasks();
      boolean moved = false;
      for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
        moved = true;
        if (other.isOpen()) {
          other.channel.writeInbound(sent);
        } else {
          sent.release();
        }
      }
      return moved;
    }

    private String received() {
      StringBuilder text = new StringBuilder();
      for (ByteBuf read = channel.readInbound(); read != null; read = channel.readInbound()) {
        text.append(read.toString(StandardCharsets.UTF_8));
        read.release();
      }
      return text.toString();
    }
  }

  private void carry() {
    boolean moved = true;
    while (moved) {
      moved = client.carryTo(server) | server.carryTo(client);
    }
  }

  /** Sends a text from one end; what the other end reads. */
  String send(End from, String text) {
    from.channel.writeOutbound(Unpooled.copiedBuffer(text, StandardCharsets.UTF_8));
    carry();
    return (from == client ? server : client).received();
  }

  /** Whether both ends can be heard at the other. */
  boolean works() {
    return send(client, "ping").equals("ping") && send(server, "pong").equals("pong");
  }
}
