package io.tenure.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tenure.client.transport.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server of the claims API in memory, as simple as the library's tests allow: claims do not
 * expire by themselves. It counts what it was asked.
 */
final class StandIn implements AutoCloseable {

  private record Entry(long id, String resource, double ttl, String status, long token) {

    Entry with(String next, long granted) {
      return new Entry(id, resource, ttl, next, granted);
    }
  }

  private record Reply(int status, String body) {}

  final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
  private final TreeMap<Long, Entry> claims = new TreeMap<>();
  private final Map<String, List<Long>> lines = new HashMap<>(); // ids by resource, in order
  private final Map<String, Reply> answered = new HashMap<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final boolean batches;
  private final HttpServer server;
  private long tokens;

  StandIn(boolean batches) {
    this.batches = batches;
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    server.setExecutor(threads);
    server.createContext("/", this::serve);
    server.start();
  }

  List<URI> urls() {
    return List.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
  }

  int count(String what) {
    return counts.getOrDefault(what, new AtomicInteger()).get();
  }

  synchronized String status(long id) {
    Entry entry = claims.get(id);
    return entry == null ? "none" : entry.status();
  }

  /** How many claims have a status. */
  synchronized long with(String status) {
    return claims.values().stream().filter(each -> each.status().equals(status)).count();
  }

  synchronized void revoke(long id) {
    change(id, "revoked");
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String what = exchange.getRequestMethod() + (path.endsWith("renewals") ? " renewals" : "");
    counts.computeIfAbsent(what, any -> new AtomicInteger()).incrementAndGet();
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    String prefer = exchange.getRequestHeaders().getFirst("Prefer");
    Reply reply = once(key, () -> answer(what, path, Json.read(body), prefer));
    byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private interface Work {
    Reply run();
  }

  private Reply once(String key, Work work) {
    if (key == null) {
      return work.run();
    }
    synchronized (this) {
      Reply known = answered.get(key);
      Reply reply = known == null ? work.run() : known;
      answered.put(key, reply);
      return reply;
    }
  }

  private Reply answer(String what, String path, JsonNode body, String prefer) {
    long id = path.matches("/v1/claims/[0-9]+/") ? Long.parseLong(path.split("/")[3]) : 0;
    return switch (what) {
      case "POST" -> file(body);
      case "PATCH" -> amend(id, body);
      case "POST renewals" -> batches ? renew(body) : problem(404, "nothing here");
      default -> show(id, prefer);
    };
  }

  private synchronized Reply file(JsonNode body) {
    String resource = body.path("resource").asText();
    if (resource.startsWith("bad")) {
      return problem(400, "the name is bad");
    }
    boolean free = live(resource).isEmpty();
    long id = claims.size() + 1L;
    Entry entry = new Entry(id, resource, body.path("ttl").asDouble(), "waiting", 0);
    claims.put(id, free ? entry.with("active", ++tokens) : entry);
    lines.computeIfAbsent(resource, any -> new ArrayList<>()).add(id);
    return new Reply(free ? 201 : 202, json(claims.get(id)));
  }

  private synchronized Reply amend(long id, JsonNode body) {
    Entry entry = claims.get(id);
    if (entry == null) {
      return problem(404, "there is no claim " + id);
    }
    boolean active = entry.status().equals("active");
    if (!active && !entry.status().equals("waiting")) {
      return problem(400, "this is " + entry.status());
    }
    String wish = body.path("status").asText("active");
    if (wish.equals("active")) {
      return active ? new Reply(200, json(entry)) : conflict(entry);
    }
    change(id, wish);
    return new Reply(204, "");
  }

  private synchronized Reply renew(JsonNode body) {
    ObjectNode results = Json.object();
    var list = results.putArray("results");
    for (JsonNode each : body.path("claims")) {
      Entry entry = claims.get(each.path("id").asLong());
      ObjectNode result = list.addObject().put("id", each.path("id").asLong());
      if (entry != null && entry.status().equals("active")) {
        result.put("status", 200).put("ttl", each.path("ttl").asDouble());
        result.put("fencing_token", entry.token());
      } else {
        result.put("status", 400).putObject("problem").put("detail", "not active");
      }
    }
    return new Reply(200, results.toString());
  }

  private synchronized Reply show(long id, String prefer) {
    Entry before = claims.get(id);
    if (before == null) {
      return problem(404, "there is no claim " + id);
    }
    long end = System.nanoTime() + (prefer == null ? 0 : 5_000_000_000L);
    try {
      while (isLive(before) && claims.get(id).equals(before) && System.nanoTime() < end) {
        wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    return new Reply(200, json(claims.get(id)));
  }

  private void change(long id, String status) {
    Entry entry = claims.get(id);
    claims.put(id, entry.with(status, entry.token()));
    List<Entry> line = live(entry.resource());
    if (!line.isEmpty() && line.get(0).status().equals("waiting")) {
      claims.put(line.get(0).id(), line.get(0).with("active", ++tokens));
    }
    notifyAll();
  }

  private List<Entry> live(String resource) {
    return lines.getOrDefault(resource, List.of()).stream()
        .map(claims::get)
        .filter(StandIn::isLive)
        .toList();
  }

  private static boolean isLive(Entry entry) {
    return entry.status().equals("active") || entry.status().equals("waiting");
  }

  private String json(Entry entry) {
    ObjectNode json = Json.object().put("id", entry.id()).put("resource", entry.resource());
    json.put("status", entry.status());
    if (entry.status().equals("active")) {
      json.put("ttl", entry.ttl()).put("fencing_token", entry.token()).put("queue_position", 0);
    } else {
      json.putNull("ttl");
      json.put("queue_position", Math.max(0, live(entry.resource()).indexOf(entry)));
    }
    return json.toString();
  }

  private Reply conflict(Entry entry) {
    List<Entry> line = live(entry.resource());
    ObjectNode json = Json.object().put("type", "urn:tenure:problem:still-waiting");
    json.put("status", 409).put("detail", "it is not its turn").put("expires_in", 12.5);
    json.put("queue_position", line.indexOf(entry));
    json.putObject("holder").put("id", line.get(0).id()).putNull("name");
    return new Reply(409, json.toString());
  }

  private static Reply problem(int status, String detail) {
    String type = status == 404 ? "no-such-claim" : "bad-parameters";
    return new Reply(
        status,
        Json.object()
            .put("type", "urn:tenure:problem:" + type)
            .put("status", status)
            .put("detail", detail)
            .toString());
  }
}
