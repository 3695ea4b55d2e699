package io.tenure.bench.load.tenure;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.InetSocketAddress;

/** The bytes of the requests to one node, made once. */
final class Requests {
  private static final int WAIT_SECONDS = 30;

  private final String host;
  private final byte[] patchPath = bytes("PATCH /v1/claims/");
  private final byte[] getPath = bytes("GET /v1/claims/");
  private final byte[] release;
  private final byte[] withdraw;
  private final byte[] renew;
  private final byte[] get;
  private final byte[] createHead;

  Requests(InetSocketAddress node) {
    host = "Host: " + node.getHostString() + ":" + node.getPort() + "\r\n";
    release = afterId("{\"status\":\"released\"}");
    withdraw = afterId("{\"status\":\"withdrawn\"}");
    renew = afterId("{\"ttl\":60}");
    get = bytes("/ HTTP/1.1\r\n" + host + "\r\n");
    createHead = bytes("POST /v1/claims/ HTTP/1.1\r\n" + host);
  }

  /** A claim for {@code resource}. */
  byte[] create(String resource, int ttlSeconds) {
    return create("", resource, ttlSeconds);
  }

  /** A claim whose answer comes when it is active. */
  byte[] createAndWait(String resource, int ttlSeconds) {
    return create("Prefer: wait=" + WAIT_SECONDS + "\r\n", resource, ttlSeconds);
  }

  void release(HttpWire wire, long id) {
    wire.send(patchPath, id, release);
  }

  void withdraw(HttpWire wire, long id) {
    wire.send(patchPath, id, withdraw);
  }

  void renew(HttpWire wire, long id) {
    wire.send(patchPath, id, renew);
  }

  void get(HttpWire wire, long id) {
    wire.send(getPath, id, get);
  }

  private byte[] create(String headers, String resource, int ttlSeconds) {
    String body = "{\"resource\":\"" + resource + "\",\"ttl\":" + ttlSeconds + "}";
    byte[] rest = bytes(headers + jsonOf(body));
    byte[] request = new byte[createHead.length + rest.length];
    System.arraycopy(createHead, 0, request, 0, createHead.length);
    System.arraycopy(rest, 0, request, createHead.length, rest.length);
    return request;
  }

  private byte[] afterId(String body) {
    return bytes("/ HTTP/1.1\r\n" + host + jsonOf(body));
  }

  private static String jsonOf(String body) {
    return "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
