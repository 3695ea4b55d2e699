package io.tenure.bench.load.tenure;

import java.net.InetSocketAddress;

/** Locks: the proof is the generation, and stands in the body. */
final class LockRequests implements Requests {
  private static final String BODY = "{\"generation\":";
  private static final byte[] TO_BODY = Requests.bytes("\r\n\r\n" + BODY);
  private static final byte[] END = Requests.bytes("}");

  private final byte[] post;
  private final byte[] put;
  private final byte[] delete;
  private final byte[] get;

  LockRequests(InetSocketAddress node, String resource, int ttlSeconds) {
    String key = resource.replace('/', '.');
    String path = "/api/locks/" + key;
    String length = "Content-Type: application/json\r\nContent-Length: ";
    String wish = "{\"key\":\"" + key + "\",\"ttl\":" + ttlSeconds + "}";
    post = Requests.bytes(Requests.head("POST", "/api/locks", node) + Requests.json(wish));
    put = Requests.bytes(Requests.head("PUT", path, node) + length);
    delete = Requests.bytes(Requests.head("DELETE", path, node) + length);
    get = Requests.bytes(Requests.head("GET", path, node) + "\r\n");
  }

  @Override
  public void acquire(HttpWire wire) {
    wire.text(post).flush();
  }

  @Override
  public void renew(HttpWire wire, long generation) {
    send(wire, put, generation);
  }

  @Override
  public void read(HttpWire wire, long generation) {
    wire.text(get).flush();
  }

  @Override
  public void release(HttpWire wire, long generation) {
    send(wire, delete, generation);
  }

  private static void send(HttpWire wire, byte[] toLength, long generation) {
    int length = BODY.length() + HttpWire.digits(generation) + END.length;
    wire.text(toLength).number(length).text(TO_BODY).number(generation).text(END).flush();
  }
}
