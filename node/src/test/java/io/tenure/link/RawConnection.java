package io.tenure.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.Run;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;

/** The other end of a connection of a link, byte by byte. */
public final class RawConnection implements AutoCloseable {

  private final Socket socket;
  private final DataInputStream in;
  private final OutputStream out;
  private Optional<Identity> greetedBy = Optional.empty();

  RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout((int) TestLink.PATIENCE.toMillis());
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  public static RawConnection to(Identity node) throws IOException {
    return new RawConnection(
        new Socket(InetAddress.getLoopbackAddress(), TestIdentities.portOf(node)));
  }

  /** Connects from another address of this machine. */
  static RawConnection to(Identity node, String from) throws IOException {
    return new RawConnection(
        new Socket(
            InetAddress.getLoopbackAddress(),
            TestIdentities.portOf(node),
            InetAddress.getByName(from),
            0));
  }

  /** Connects, and is let in as a member. */
  public static RawConnection greeted(Identity to, Identity as) throws IOException {
    RawConnection connection = to(to);
    connection.send(bytes(Greeting.from(as, Run.UNKNOWN)));
    Greeting answer = connection.readGreeting();
    if (answer.isRefusal()) {
      throw new AssertionError(answer.refusal());
    }
    return connection;
  }

  static byte[] bytes(Greeting greeting) {
    return bytes(greeting.encoded(UnpooledByteBufAllocator.DEFAULT));
  }

  public static byte[] request(int method, int id, byte[] payload) {
    return bytes(
        Frame.of(UnpooledByteBufAllocator.DEFAULT, Frame.REQUEST, method, id, Payload.of(payload)));
  }

  public static byte[] response(int method, int id, byte[] payload) {
    return bytes(
        Frame.of(
            UnpooledByteBufAllocator.DEFAULT, Frame.RESPONSE, method, id, Payload.of(payload)));
  }

  static byte[] alive() {
    return bytes(Frame.alive(UnpooledByteBufAllocator.DEFAULT));
  }

  private static byte[] bytes(ByteBuf buffer) {
    byte[] bytes = ByteBufUtil.getBytes(buffer);
    buffer.release();
    return bytes;
  }

  public void send(byte... bytes) throws IOException {
    out.write(bytes);
  }

  /** Reads who is at the other end. */
  void hear() throws IOException {
    greetedBy = readGreeting().sender();
  }

  /** Who has greeted. */
  public Identity greetedBy() {
    return greetedBy.orElseThrow();
  }

  Greeting readGreeting() throws IOException {
    return Greeting.decoded(Unpooled.wrappedBuffer(readFrame()));
  }

  /** The next frame, without its length. */
  byte[] readFrame() throws IOException {
    byte[] frame = new byte[in.readInt()];
    in.readFully(frame);
    return frame;
  }

  /** The next frame that is not only a sign of life. */
  public byte[] readAnswer() throws IOException {
    byte[] frame = readFrame();
    while (frame[0] == Frame.ALIVE) {
      frame = readFrame();
    }
    return frame;
  }

  /** The end is awaited, whatever is said before; whether it came before patience was over. */
  public boolean isEnded() throws IOException {
    long end = System.nanoTime() + TestLink.PATIENCE.toNanos();
    try {
      while (System.nanoTime() - end < 0) {
        if (in.read() < 0) {
          return true;
        }
      }
      return false;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
