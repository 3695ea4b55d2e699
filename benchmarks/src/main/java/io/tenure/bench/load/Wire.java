package io.tenure.bench.load;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * One non-blocking TCP connection. Subclasses put requests into {@link #out} and take whole answers
 * from the bytes given to {@link #received}; what they put there while they are being served is
 * sent in one write. {@link #broken} is called at most once, and never after {@link #close}.
 */
public abstract class Wire {
  /** Bytes to send; in filling mode between calls. */
  protected final ByteBuffer out;

  private final EventLoop loop;
  private final InetSocketAddress address;
  private final ByteBuffer in;
  private @Nullable SocketChannel channel;
  private @Nullable SelectionKey key;
  private boolean closed;
  private boolean serving;

  protected Wire(EventLoop loop, InetSocketAddress address, int bufferBytes) {
    this.loop = loop;
    this.address = address;
    this.in = ByteBuffer.allocateDirect(bufferBytes);
    this.out = ByteBuffer.allocateDirect(bufferBytes);
  }

  /** The connection stands; requests may be sent. */
  protected abstract void opened();

  /** Takes all whole answers from {@code bytes} and leaves the rest. */
  protected abstract void received(ByteBuffer bytes);

  /** The connection could not be made or was lost. */
  protected abstract void broken(String why);

  /** Starts to connect; {@link #opened} or {@link #broken} follows, never from within this call. */
  public final void open() {
    try {
      SocketChannel fresh = SocketChannel.open();
      channel = fresh;
      fresh.configureBlocking(false);
      fresh.setOption(StandardSocketOptions.TCP_NODELAY, true);
      fresh.connect(address);
      key = loop.register(fresh, SelectionKey.OP_CONNECT, this);
    } catch (IOException e) {
      loop.schedule(0, () -> fail(e));
    }
  }

  /** Sends what is in {@link #out}, unless the loop is about to do so anyway. */
  public final void flush() {
    if (serving || closed) {
      return;
    }
    try {
      write();
    } catch (IOException e) {
      loop.schedule(0, () -> fail(e));
    }
  }

  public final void close() {
    if (closed) {
      return;
    }
    closed = true;
    SocketChannel open = channel;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        throw new IllegalStateException("cannot close the connection to " + address, e);
      }
    }
  }

  /** Breaks the connection because the other side said something that cannot be understood. */
  protected final void protocolError(String what) {
    fail(new IOException(what));
  }

  final void serve(SelectionKey ready) {
    serving = true;
    try {
      if (ready.isConnectable()) {
        connected(ready);
      } else if (ready.isReadable()) {
        read();
      }
      if (!closed) {
        write();
      }
    } catch (IOException e) {
      fail(e);
    } finally {
      serving = false;
    }
  }

  private void connected(SelectionKey ready) throws IOException {
    openChannel().finishConnect();
    ready.interestOps(SelectionKey.OP_READ);
    opened();
  }

  private void read() throws IOException {
    if (openChannel().read(in) < 0) {
      throw new EOFException("the server closed the connection");
    }
    in.flip();
    received(in);
    in.compact();
    if (!in.hasRemaining()) {
      throw new IOException("an answer is larger than " + in.capacity() + " bytes");
    }
  }

  private void write() throws IOException {
    SelectionKey mine = key;
    if (mine == null || !openChannel().isConnected()) {
      return;
    }
    if (out.position() > 0) {
      out.flip();
      openChannel().write(out);
      out.compact();
    }
    int wanted =
        out.position() > 0 ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
    if (mine.interestOps() != wanted) {
      mine.interestOps(wanted);
    }
  }

  private SocketChannel openChannel() {
    SocketChannel open = channel;
    if (open == null) {
      throw new IllegalStateException("not opened");
    }
    return open;
  }

  private void fail(IOException e) {
    if (!closed) {
      close();
      broken(address + ": " + e.getMessage());
    }
  }
}
