package io.tenure.bench.load.grpc;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tenure.bench.load.EventLoop;
import io.tenure.bench.load.Wire;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP/2 connection that carries gRPC calls, many at once. Windows are opened so wide that the
 * server never waits for us; what we send is far below its own windows. A call that ends without a
 * message has failed; its status is not decoded.
 */
public final class Http2Wire extends Wire {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int END_STREAM = 1;
  private static final int ACK = 1;
  private static final int END_HEADERS = 4;
  private static final int FRAME_HEAD = 9;
  private static final int MESSAGE_HEAD = 5;
  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int WINDOW = 1 << 30;
  private static final int SLOTS = 4096;
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(ISO_8859_1);

  /** Who makes calls on a connection, perhaps with others. */
  public interface Client {
    /** The connection stands; calls may be made. */
    void opened();

    /** The connection is gone. */
    void broken(String why);
  }

  private final List<Client> clients = new ArrayList<>();
  private final Map<String, byte[]> knownHeaders = new HashMap<>();
  private final @Nullable GrpcCall[] calls = new GrpcCall[SLOTS];
  private final byte[] authority;
  private boolean opened;
  private boolean headersKnown;
  private int nextStream = 1;
  private long consumed;
  private String broken = "";

  public Http2Wire(EventLoop loop, InetSocketAddress address) {
    super(loop, address, BUFFER_BYTES);
    authority = (address.getHostString() + ":" + address.getPort()).getBytes(ISO_8859_1);
  }

  /** Tells the client when it can make calls, which may be now, and when the connection breaks. */
  public void attach(Client client) {
    clients.add(client);
    if (!broken.isEmpty()) {
      client.broken(broken);
    } else if (opened) {
      client.opened();
    }
  }

  /** Makes a call with one message, after which the client says no more. */
  public void call(GrpcCall call, String path, ProtoWriter message) {
    begin(call, path);
    data(call.stream, message, END_STREAM);
  }

  /** Makes a call whose messages follow by {@link #send}. */
  public void begin(GrpcCall call, String path) {
    int slot = nextStream >> 1 & SLOTS - 1;
    while (calls[slot] != null) {
      nextStream += 2;
      slot = nextStream >> 1 & SLOTS - 1;
    }
    calls[slot] = call;
    call.started(nextStream);
    byte[] headers =
        headersKnown ? knownHeaders.computeIfAbsent(path, this::headers) : headers(path);
    frame(headers.length, HEADERS, END_HEADERS, nextStream);
    out.put(headers);
    nextStream += 2;
  }

  public void send(GrpcCall call, ProtoWriter message) {
    data(call.stream, message, 0);
  }

  private void data(int stream, ProtoWriter message, int flags) {
    frame(MESSAGE_HEAD + message.size(), DATA, flags, stream);
    out.put((byte) 0).putInt(message.size());
    message.copyTo(out);
    flush();
  }

  private void frame(int length, int type, int flags, int stream) {
    out.put((byte) (length >> 16)).putShort((short) length);
    out.put((byte) type).put((byte) flags).putInt(stream);
  }

  /** The first call teaches the server the headers that never change; later ones point at them. */
  private byte[] headers(String path) {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(0x83); // :method POST
    block.write(0x86); // :scheme http
    literal(block, 0x04, path.getBytes(ISO_8859_1)); // :path
    if (headersKnown) {
      block.write(0x80 | 64); // :authority
      block.write(0x80 | 63); // content-type
      block.write(0x80 | 62); // te
    } else {
      headersKnown = true;
      literal(block, 0x40 | 1, authority);
      literal(block, 0x40 | 31, "application/grpc".getBytes(ISO_8859_1));
      literal(block, 0x40, "te".getBytes(ISO_8859_1));
      text(block, "trailers".getBytes(ISO_8859_1));
    }
    return block.toByteArray();
  }

  private static void literal(ByteArrayOutputStream block, int first, byte[] text) {
    block.write(first);
    text(block, text);
  }

  private static void text(ByteArrayOutputStream block, byte[] text) {
    block.write(text.length);
    block.writeBytes(text);
  }

  @Override
  protected void opened() {
    out.put(PREFACE);
    frame(6, SETTINGS, 0, 0);
    out.putShort((short) INITIAL_WINDOW_SIZE).putInt(WINDOW);
    widen(WINDOW);
    opened = true;
    List.copyOf(clients).forEach(Client::opened);
  }

  private void widen(int bytes) {
    frame(Integer.BYTES, WINDOW_UPDATE, 0, 0);
    out.putInt(bytes);
  }

  @Override
  protected void broken(String why) {
    broken = why;
    List.copyOf(clients).forEach(client -> client.broken(why));
  }

  @Override
  protected void received(ByteBuffer bytes) {
    while (bytes.remaining() >= FRAME_HEAD) {
      int at = bytes.position();
      int length = (bytes.get(at) & 0xff) << 16 | (bytes.getShort(at + 1) & 0xffff);
      if (bytes.remaining() < FRAME_HEAD + length) {
        return;
      }
      int type = bytes.get(at + 3);
      int flags = bytes.get(at + 4);
      int stream = bytes.getInt(at + 5) & Integer.MAX_VALUE;
      bytes.position(at + FRAME_HEAD);
      if (stream == 0) {
        connectionFrame(type, flags, bytes);
      } else {
        streamFrame(stream, type, flags, bytes.slice(at + FRAME_HEAD, length));
      }
      bytes.position(at + FRAME_HEAD + length);
    }
  }

  private void connectionFrame(int type, int flags, ByteBuffer payload) {
    if (type == SETTINGS && (flags & ACK) == 0) {
      frame(0, SETTINGS, ACK, 0);
    } else if (type == PING && (flags & ACK) == 0) {
      frame(Long.BYTES, PING, ACK, 0);
      out.putLong(payload.getLong());
    } else if (type == GOAWAY) {
      protocolError("the server sent GOAWAY");
    }
  }

  private void streamFrame(int stream, int type, int flags, ByteBuffer payload) {
    int slot = stream >> 1 & SLOTS - 1;
    GrpcCall call = calls[slot];
    if (call == null || call.stream != stream) {
      return;
    }
    if (type == DATA) {
      refill(payload.remaining());
      call.received(payload);
    }
    boolean ends = (type == DATA || type == HEADERS) && (flags & END_STREAM) != 0;
    if (ends || type == RST_STREAM) {
      calls[slot] = null;
      call.ended(ends);
    }
  }

  private void refill(int bytes) {
    consumed += bytes;
    if (consumed > WINDOW / 2) {
      widen((int) consumed);
      consumed = 0;
    }
  }
}
