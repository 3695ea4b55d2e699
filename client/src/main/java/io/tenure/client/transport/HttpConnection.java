package io.tenure.client.transport;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection, for one exchange at a time. Only on the reactor's thread. */
final class HttpConnection {

  private static final int BUFFER_BYTES = 16 * 1024;

  /** Told what becomes of a connection. */
  interface Owner {
    /** It can be used again. */
    void idle(HttpConnection connection);

    /** It is closed for good. Its exchange, if it had one, has been told. */
    void gone(HttpConnection connection, boolean nodeFailed);
  }

  private final Reactor reactor;
  private final Target target;
  private final Owner owner;
  private final ByteBuffer received = ByteBuffer.allocate(BUFFER_BYTES);
  private final SocketChannel channel;
  private final SelectionKey key;
  private @Nullable Pipe pipe;
  private @Nullable NodeExchange exchange;
  private @Nullable ResponseParser parser;
  private Reactor.@Nullable Alarm alarm;
  private boolean open;
  private boolean closed;

  HttpConnection(Reactor reactor, Target target, InetSocketAddress address, Owner owner)
      throws IOException {
    this.reactor = reactor;
    this.target = target;
    this.owner = owner;
    this.channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
      boolean connected = channel.connect(address);
      key =
          reactor.register(
              channel,
              connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT,
              this::guardedReady);
    } catch (IOException failure) {
      channel.close();
      throw failure;
    }
  }

  /** Sends a request, now or when the connection is open. It must have no other at the moment. */
  void start(NodeExchange next) {
    exchange = next;
    parser = new ResponseParser(next);
    if (open) {
      guarded(this::send);
    } else {
      arm(target.connectTimeout().toNanos(), "does not take a connection");
    }
  }

  boolean serves(NodeExchange candidate) {
    return exchange == candidate;
  }

  /** Closes it; its exchange is not told. */
  void drop() {
    exchange = null;
    close(false);
  }

  private void guardedReady() {
    guarded(this::ready);
  }

  private void ready() throws IOException {
    if (!key.isValid()) {
      return;
    }
    if (key.isConnectable() && !channel.finishConnect()) {
      return;
    }
    if (!open) {
      goOnOpening();
      return;
    }
    if (key.isWritable() && requirePipe().flush()) {
      key.interestOps(SelectionKey.OP_READ);
    }
    if (key.isValid() && key.isReadable()) {
      read();
    }
  }

  private void goOnOpening() throws IOException {
    if (pipe == null) {
      if (exchange != null) {
        arm(exchange.patienceNanos(), "does not agree on TLS");
      }
      pipe = target.pipe(channel);
    }
    open = pipe.open();
    boolean unsent = !pipe.flush();
    key.interestOps(SelectionKey.OP_READ | (unsent ? SelectionKey.OP_WRITE : 0));
    if (open && exchange != null) {
      send();
    }
  }

  private void send() throws IOException {
    NodeExchange current = exchange;
    if (current == null) {
      return;
    }
    arm(current.patienceNanos(), "does not answer");
    requirePipe().write(current.bytes());
    boolean unsent = !requirePipe().flush();
    key.interestOps(SelectionKey.OP_READ | (unsent ? SelectionKey.OP_WRITE : 0));
  }

  private void read() throws IOException {
    while (!closed) {
      received.clear();
      int count = requirePipe().read(received);
      if (count == 0) {
        return;
      }
      if (count < 0) {
        ended();
        return;
      }
      received.flip();
      take();
    }
  }

  private void take() throws IOException {
    NodeExchange current = exchange;
    ResponseParser reading = parser;
    if (current == null || reading == null) {
      throw new IOException("the node sent something that nobody asked for");
    }
    if (current.isStream()) {
      arm(current.patienceNanos(), "has fallen silent");
    }
    if (!reading.feed(received)) {
      return;
    }
    exchange = null;
    disarm();
    boolean again = reading.isLasting() && !received.hasRemaining();
    current.complete();
    if (again) {
      owner.idle(this);
    } else {
      close(false);
    }
  }

  private void ended() throws IOException {
    if (exchange == null) {
      close(false);
    } else if (parser != null && parser.endsWithConnection()) {
      NodeExchange current = exchange;
      exchange = null;
      current.complete();
      close(false);
    } else {
      throw new IOException("the connection ended before the answer");
    }
  }

  private void arm(long nanos, String complaint) {
    disarm();
    alarm = reactor.after(nanos, () -> fail(complaint));
  }

  private void disarm() {
    if (alarm != null) {
      alarm.cancel();
      alarm = null;
    }
  }

  /** Closes it, and tells its exchange why. */
  void fail(String reason) {
    failed().ifPresent(current -> current.fail(target + " " + reason));
  }

  /** Closes it, and returns the exchange that it had. */
  private Optional<NodeExchange> failed() {
    Optional<NodeExchange> current = Optional.ofNullable(exchange);
    if (!closed) {
      close(current.isPresent());
      exchange = null;
    }
    return current;
  }

  private void close(boolean nodeFailed) {
    if (closed) {
      return;
    }
    closed = true;
    disarm();
    key.cancel();
    try {
      channel.close();
    } catch (IOException alreadyBroken) {
      key.attach(null); // nothing is left to be done
    }
    owner.gone(this, nodeFailed);
  }

  private Pipe requirePipe() throws IOException {
    if (pipe == null) {
      throw new IOException("the connection is not open");
    }
    return pipe;
  }

  private interface Step {
    void run() throws IOException;
  }

  private void guarded(Step step) {
    try {
      step.run();
    } catch (ConnectException refused) {
      failed().ifPresent(current -> current.refused(target + ": connection refused"));
    } catch (IOException failure) {
      String message = failure.getMessage();
      fail("failed: " + (message == null ? "the connection broke" : message));
    }
  }
}
