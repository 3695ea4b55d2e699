package io.tenure.gateway.locket;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a node finds in its socket after a pause: a call, and that its client has given it up. The
 * frames of HTTP/2 are written by hand, since no client would send both at once.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class GivenUpCallsTest {

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int CANCEL = 8;
  private static final int LITERAL = 0;
  private static final int FRAME_HEAD = 9;

  private final Locket locket = Locket.fresh();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @AfterEach
  void close() {
    locket.close();
  }

  @Test
  void a_release_that_its_client_has_given_up_is_not_carried_out_later() throws IOException {
    long token = locket.lock("a", "one");

    release();
    frame(RST_STREAM, 0, new byte[] {0, 0, 0, CANCEL});
    sendAndAwait(PING, ACK);

    assertThat(locket.lock("a", "one")).as("it holds it still").isEqualTo(token);
  }

  @Test
  void one_that_was_not_given_up_is() throws IOException {
    long token = locket.lock("a", "one");

    release();
    sendAndAwait(HEADERS, END_STREAM);

    assertThat(locket.lock("a", "one")).isGreaterThan(token);
  }

  private void release() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    header(head, ":method", "POST");
    header(head, ":scheme", "http");
    header(head, ":path", "/models.Locket/Release");
    header(head, ":authority", "localhost");
    header(head, "content-type", "application/grpc");
    header(head, "te", "trailers");
    frame(HEADERS, END_HEADERS, head.toByteArray());
    byte[] message = Locket.releaseOf("a", "one").toByteArray();
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(data);
    out.writeByte(0); // not compressed
    out.writeInt(message.length);
    out.write(message);
    frame(DATA, END_STREAM, data.toByteArray());
  }

  private static void header(ByteArrayOutputStream to, String name, String value) {
    to.write(LITERAL);
    text(to, name);
    text(to, value);
  }

  private static void text(ByteArrayOutputStream to, String text) {
    to.write(text.length());
    to.writeBytes(text.getBytes(US_ASCII));
  }

  private void frame(int type, int flags, byte[] payload) {
    frame(type, flags, 1, payload);
  }

  private void frame(int type, int flags, int stream, byte[] payload) {
    bytes.write(0);
    bytes.write(payload.length >> 8);
    bytes.write(payload.length);
    bytes.write(type);
    bytes.write(flags);
    bytes.writeBytes(new byte[] {0, 0, 0, (byte) stream});
    bytes.writeBytes(payload);
  }

  /** Sends everything as one piece, then a ping, and waits for a frame of this kind. */
  private void sendAndAwait(int type, int flag) throws IOException {
    byte[] frames = bytes.toByteArray();
    bytes.reset();
    bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
    frame(SETTINGS, 0, 0, new byte[0]);
    bytes.writeBytes(frames);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), locket.server.port())) {
      socket.getOutputStream().write(bytes.toByteArray());
      bytes.reset();
      frame(PING, 0, 0, new byte[8]);
      socket.getOutputStream().write(bytes.toByteArray());
      await(new DataInputStream(socket.getInputStream()), type, flag);
    }
  }

  private static void await(DataInputStream in, int type, int flag) throws IOException {
    boolean found = false;
    while (!found) {
      byte[] head = in.readNBytes(FRAME_HEAD);
      assertThat(head).as("a frame").hasSize(FRAME_HEAD);
      in.skipNBytes((head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | head[2] & 0xff);
      found = head[3] == type && (head[4] & flag) != 0;
    }
  }
}
