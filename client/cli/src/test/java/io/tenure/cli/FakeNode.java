package io.tenure.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A node that answers what the test says, and remembers what it was asked. */
final class FakeNode implements AutoCloseable {

  private record Reply(int status, String body, Map<String, String> headers) {}

  final List<String> requests = new CopyOnWriteArrayList<>();
  private final Deque<Reply> replies = new ArrayDeque<>();
  private final Map<String, Reply> byPath = new TreeMap<>();
  private final HttpServer server;

  FakeNode() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 5);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.createContext("/", this::serve);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** The next answer; the last of them goes on for ever. */
  synchronized void reply(int status, String body) {
    reply(status, body, Map.of());
  }

  synchronized void reply(int status, String body, Map<String, String> headers) {
    replies.add(new Reply(status, body, headers));
  }

  /** What is answered below a path, which may have a method before it, whatever else was said. */
  synchronized void answer(String path, int status, String body) {
    byPath.put(path, new Reply(status, body, Map.of()));
  }

  private synchronized Reply next(String method, String path) {
    Reply found = null;
    for (Map.Entry<String, Reply> each : byPath.entrySet()) {
      boolean fits = path.startsWith(each.getKey());
      fits |= (method + " " + path).startsWith(each.getKey());
      found = fits ? each.getValue() : found;
    }
    if (found != null) {
      return found;
    }
    return replies.size() > 1 ? replies.removeFirst() : replies.getFirst();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String token = exchange.getRequestHeaders().getFirst("Authorization");
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    requests.add(
        exchange.getRequestMethod()
            + " "
            + exchange.getRequestURI()
            + (body.isEmpty() ? "" : " " + body)
            + (token == null ? "" : " " + token)
            + (key == null ? "" : " key " + key));
    Reply reply = next(exchange.getRequestMethod(), exchange.getRequestURI().getPath());
    reply.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
