package io.tenure.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One node's leases and locks in memory. Every grant and renewal has a new version, and only who
 * knows the last one may renew or release: as the dialects have it, so that a client that does not
 * keep up with its proofs is refused.
 */
final class FakeVersions implements AutoCloseable {
  private static final Pattern KEY = Pattern.compile("\"key\":\"([^\"]+)\"");
  private static final Pattern GENERATION = Pattern.compile("\"generation\":(\\d+)");
  private static final long NOBODYS = 0;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Long> versions = new HashMap<>();

  /** Soon has three digits instead of two, and so have the bodies that tell it. */
  private long lastVersion = 98;

  FakeVersions() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/v1/", this::serveLeases);
    server.createContext("/api/locks", this::serveLocks);
    server.start();
  }

  InetSocketAddress address() {
    return new InetSocketAddress("127.0.0.1", server.getAddress().getPort());
  }

  synchronized int held() {
    return versions.size();
  }

  /** Somebody else takes all that is held. */
  synchronized void usurp() {
    versions.replaceAll((name, version) -> ++lastVersion);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void serveLeases(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String name = exchange.getRequestURI().getPath();
      long proof = number(exchange.getRequestHeaders().getFirst("X-Quorum-Lease-Version"));
      boolean named = exchange.getRequestHeaders().containsKey("X-Quorum-Client-ID");
      long version = named && name.contains("/leases/") ? change(exchange, name, proof) : NOBODYS;
      exchange.getResponseHeaders().set("X-Quorum-Lease-Version", " " + version);
      int good =
          switch (exchange.getRequestMethod()) {
            case "POST" -> 201;
            case "PUT" -> 202;
            case "DELETE" -> 204;
            default -> 200;
          };
      send(exchange, version == NOBODYS ? 409 : good, good == 204 ? "" : "said");
    }
  }

  private void serveLocks(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      Matcher key = KEY.matcher(body);
      Matcher generation = GENERATION.matcher(body);
      String path = exchange.getRequestURI().getPath();
      String name = key.find() ? key.group(1) : path.substring("/api/locks/".length());
      long proof = generation.find() && body.endsWith("}") ? number(generation.group(1)) : NOBODYS;
      long version = change(exchange, name, proof);
      String told =
          exchange.getRequestMethod().equals("DELETE")
              ? "200 OK"
              : "{\"generation\":" + version + "}";
      send(exchange, version == NOBODYS ? 412 : 200, told);
    }
  }

  /** The version by which a change was done, or nobody's. */
  private synchronized long change(HttpExchange exchange, String name, long proof) {
    long held = versions.getOrDefault(name, NOBODYS);
    boolean free = held == NOBODYS;
    boolean proven = !free && held == proof;
    return switch (exchange.getRequestMethod()) {
      case "POST" -> free ? next(name) : NOBODYS;
      case "PUT" -> proven ? next(name) : NOBODYS;
      case "DELETE" -> proven && versions.remove(name) != null ? held : NOBODYS;
      default -> held;
    };
  }

  private long next(String name) {
    versions.put(name, ++lastVersion);
    return lastVersion;
  }

  private static long number(String text) {
    return text == null ? NOBODYS : Long.parseLong(text);
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    if (body.isEmpty()) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }
}
