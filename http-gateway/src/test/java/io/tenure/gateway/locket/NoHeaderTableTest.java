package io.tenure.gateway.locket;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.locket.wire.FetchRequest;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Speaks HTTP/2 by hand, to see the headers as they are sent. */
@Timeout(30)
class NoHeaderTableTest {

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int LITERAL = 0;

  @Test
  void headers_of_the_second_answer_are_sent_in_full_as_those_of_the_first() throws IOException {
    try (Locket locket = Locket.fresh();
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), locket.server.port())) {
      locket.lock("a", "one");
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1));
      frame(out, SETTINGS, 0, 0, new byte[0]);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      fetch(out, 1);
      List<String> first = headersOf(1, in);
      fetch(out, 3);
      List<String> second = headersOf(3, in);

      assertThat(first.get(0)).contains("application/grpc");
      assertThat(first.get(1)).contains("grpc-status");
      assertThat(second).hasSize(2);
      assertThat(first.get(0))
          .endsWith(second.get(0)); // the first also says that there is no table
      assertThat(second.get(1)).isEqualTo(first.get(1));
    }
  }

  private static void fetch(DataOutputStream out, int stream) throws IOException {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    header(headers, ":method", "POST");
    header(headers, ":scheme", "http");
    header(headers, ":path", "/models.Locket/Fetch");
    header(headers, ":authority", "localhost");
    header(headers, "content-type", "application/grpc");
    header(headers, "te", "trailers");
    frame(out, HEADERS, END_HEADERS, stream, headers.toByteArray());
    byte[] request = FetchRequest.newBuilder().setKey("a").build().toByteArray();
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    message.write(0); // not compressed
    message.writeBytes(new byte[] {0, 0, 0, (byte) request.length});
    message.writeBytes(request);
    frame(out, DATA, END_STREAM, stream, message.toByteArray());
  }

  private static void header(ByteArrayOutputStream block, String name, String value) {
    block.write(LITERAL);
    block.write(name.length());
    block.writeBytes(name.getBytes(ISO_8859_1));
    block.write(value.length());
    block.writeBytes(value.getBytes(ISO_8859_1));
  }

  private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    out.writeByte(payload.length >> 16);
    out.writeShort(payload.length);
    out.writeByte(type);
    out.writeByte(flags);
    out.writeInt(stream);
    out.write(payload);
    out.flush();
  }

  /** Reads until the stream ends: the blocks of headers before the message, and after it. */
  private static List<String> headersOf(int stream, DataInputStream in) throws IOException {
    List<String> blocks = new ArrayList<>();
    boolean ended = false;
    while (!ended) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int of = in.readInt();
      byte[] payload = in.readNBytes(length);
      if (of == stream && type == HEADERS) {
        blocks.add(new String(payload, ISO_8859_1));
        ended = (flags & END_STREAM) != 0;
      }
    }
    return blocks;
  }
}
