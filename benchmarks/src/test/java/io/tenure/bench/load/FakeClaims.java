package io.tenure.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One node's claims API in memory: enough of it for the load generator, with queues. */
final class FakeClaims implements AutoCloseable {
  private static final Pattern RESOURCE = Pattern.compile("\"resource\":\"([^\"]+)\"");
  private static final Pattern CLAIM = Pattern.compile("/v1/claims/(\\d+)/");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Deque<Long>> queues = new HashMap<>();
  private final Map<Long, String> live = new HashMap<>();
  private long lastId = 1_000_000;
  private int refusals;
  private int grants;

  static {
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  FakeClaims() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/claims/", this::serve);
    server.start();
  }

  InetSocketAddress address() {
    return new InetSocketAddress("127.0.0.1", server.getAddress().getPort());
  }

  synchronized int liveClaims() {
    return live.size();
  }

  synchronized int grants() {
    return grants;
  }

  /** The next requests are answered 503. */
  synchronized void refuse(int requests) {
    refusals = requests;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    try (exchange) {
      answer(exchange, body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange, String body) throws IOException, InterruptedException {
    if (refused()) {
      send(exchange, 503, "{\"title\":\"unavailable\"}");
      return;
    }
    Matcher claim = CLAIM.matcher(exchange.getRequestURI().getPath());
    long id = claim.matches() ? Long.parseLong(claim.group(1)) : 0;
    switch (exchange.getRequestMethod()) {
      case "POST" -> {
        boolean waits = exchange.getRequestHeaders().containsKey("Prefer");
        long created = file(body, waits);
        send(exchange, isActive(created) ? 201 : 202, json(created));
      }
      case "PATCH" -> {
        if (body.contains("ttl")) {
          send(exchange, isActive(id) ? 200 : 404, json(id));
        } else {
          end(id);
          exchange.sendResponseHeaders(204, -1);
        }
      }
      case "GET" -> send(exchange, isActive(id) ? 200 : 404, json(id));
      default -> send(exchange, 405, "{}");
    }
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static String json(long id) {
    return "{\"url\":\"http://x/v1/claims/" + id + "/\", \"id\": " + id + ", \"ttl\":60}";
  }

  private synchronized boolean refused() {
    return refusals > 0 && refusals-- > 0;
  }

  private synchronized long file(String body, boolean waits) throws InterruptedException {
    Matcher resource = RESOURCE.matcher(body);
    if (!resource.find()) {
      throw new IllegalArgumentException(body);
    }
    long id = ++lastId;
    live.put(id, resource.group(1));
    Deque<Long> queue = queues.computeIfAbsent(resource.group(1), any -> new ArrayDeque<>());
    queue.add(id);
    while (waits && !isActive(id)) {
      wait();
    }
    grants++;
    return id;
  }

  private synchronized boolean isActive(long id) {
    String resource = live.get(id);
    return resource != null && id == queues.get(resource).getFirst();
  }

  private synchronized void end(long id) {
    String resource = live.remove(id);
    if (resource != null) {
      queues.get(resource).remove(id);
    }
    notifyAll();
  }
}
