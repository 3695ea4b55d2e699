package io.tenure.bench.load.tenure;

import java.net.InetSocketAddress;

/** Locks: the proof is the generation, and stands in the body. */
final class LockRequests implements TenureRequests {
  private static final String BODY = "{\"generation\":";
  private static final byte[] TO_BODY = TenureRequests.bytes("\r\n\r\n" + BODY);
  private static final byte[] END = TenureRequests.bytes("}");

  private final byte[] post;
  private final byte[] put;
  private final byte[] delete;
  private final byte[] get;

  LockRequests(InetSocketAddress node, String resource, int ttlSeconds) {
    String key = resource.replace('/', '.');
    String path = "/api/locks/" + key;
    String length = "Content-Type: application/json\r\nContent-Length: ";
    String wish = "{\"key\":\"" + key + "\",\"ttl\":" + ttlSeconds + "}";
    post =
        TenureRequests.bytes(
            TenureRequests.head("POST", "/api/locks", node) + TenureRequests.json(wish));
    put = TenureRequests.bytes(TenureRequests.head("PUT", path, node) + length);
    delete = TenureRequests.bytes(TenureRequests.head("DELETE", path, node) + length);
    get = TenureRequests.bytes(TenureRequests.head("GET", path, node) + "\r\n");
  }

  @Override
  public void acquire(TenureWire wire) {
    wire.text(post).flush();
  }

  @Override
  public void renew(TenureWire wire, long generation) {
    send(wire, put, generation);
  }

  @Override
  public void read(TenureWire wire, long generation) {
    wire.text(get).flush();
  }

  @Override
  public void release(TenureWire wire, long generation) {
    send(wire, delete, generation);
  }

  private static void send(TenureWire wire, byte[] toLength, long generation) {
    int length = BODY.length() + TenureWire.digits(generation) + END.length;
    wire.text(toLength).number(length).text(TO_BODY).number(generation).text(END).flush();
  }
}
