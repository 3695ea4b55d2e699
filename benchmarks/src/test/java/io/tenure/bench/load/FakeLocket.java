package io.tenure.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tenure.bench.load.grpc.ProtoReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** One node's Locket in memory: as much of HTTP/2 and gRPC as the load generator makes use of. */
final class FakeLocket implements AutoCloseable {
  private static final int PREFACE_BYTES = 24;
  private static final int MESSAGE_HEAD = 5;
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  /** The length of the path stands behind the method, the scheme and the name of the field. */
  private static final int PATH_LENGTH_AT = 3;

  private static final byte[] NO_BYTES = {};
  private static final byte[] EMPTY_MESSAGE = new byte[MESSAGE_HEAD];

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final Map<String, String> owners = new ConcurrentHashMap<>();

  FakeLocket() throws IOException {
    threads.execute(this::accept);
  }

  InetSocketAddress address() {
    return new InetSocketAddress("127.0.0.1", server.getLocalPort());
  }

  int held() {
    return owners.size();
  }

  int connections() {
    return sockets.size();
  }

  /** Somebody else takes all that is held. */
  void usurp() {
    owners.replaceAll((key, owner) -> "somebody else");
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    threads.shutdownNow();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        sockets.add(socket);
        socket.setTcpNoDelay(true);
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        // The fake was closed.
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      in.readNBytes(PREFACE_BYTES);
      frame(out, SETTINGS, 0, 0, NO_BYTES);
      Map<Integer, String> paths = new HashMap<>();
      for (int high = in.read(); high >= 0; high = in.read()) {
        int length = high << 16 | in.readUnsignedShort();
        int type = in.read();
        in.read();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(length);
        if (type == HEADERS) {
          paths.put(stream, path(payload));
        } else if (type == DATA) {
          answer(out, stream, done(paths.remove(stream), payload));
        }
      }
    } catch (IOException e) {
      // The client has gone.
      sockets.remove(socket);
    }
  }

  private static String path(byte[] headers) {
    return new String(headers, PATH_LENGTH_AT + 1, headers[PATH_LENGTH_AT], ISO_8859_1);
  }

  private static void answer(DataOutputStream out, int stream, boolean ok) throws IOException {
    if (ok) {
      frame(out, HEADERS, END_HEADERS, stream, NO_BYTES);
      frame(out, DATA, 0, stream, EMPTY_MESSAGE);
    }
    frame(out, HEADERS, END_HEADERS | END_STREAM, stream, NO_BYTES);
  }

  private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    out.write(0);
    out.writeShort(payload.length);
    out.write(type);
    out.write(flags);
    out.writeInt(stream);
    out.write(payload);
  }

  private boolean done(String path, byte[] data) {
    ProtoReader message = new ProtoReader(data, MESSAGE_HEAD, data.length);
    if (!message.find(1)) {
      return false;
    }
    if (path.equals("/models.Locket/Fetch")) {
      return owners.containsKey(new String(message.bytes(), UTF_8));
    }
    ProtoReader resource = message.message();
    String key = resource.find(1) ? new String(resource.bytes(), UTF_8) : "";
    String owner = resource.find(2) ? new String(resource.bytes(), UTF_8) : "";
    return switch (path) {
      case "/models.Locket/Lock" ->
          message.find(2)
              && message.number() > 0
              && owners.merge(key, owner, (held, wanted) -> held).equals(owner);
      case "/models.Locket/Release" -> owners.remove(key, owner);
      default -> false;
    };
  }
}
