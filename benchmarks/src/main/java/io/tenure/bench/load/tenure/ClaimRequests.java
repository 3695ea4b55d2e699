package io.tenure.bench.load.tenure;

import java.net.InetSocketAddress;

/** Claims: the proof is the claim's number, and stands in the path. */
final class ClaimRequests implements Requests {
  private static final int WAIT_SECONDS = 30;
  private static final byte[] PATCH = Requests.bytes("PATCH /v1/claims/");
  private static final byte[] GET = Requests.bytes("GET /v1/claims/");

  private final String post;
  private final byte[] acquire;
  private final byte[] acquireAndWait;
  private final byte[] release;
  private final byte[] withdraw;
  private final byte[] renew;
  private final byte[] get;

  ClaimRequests(InetSocketAddress node, String resource, int ttlSeconds) {
    String afterId = "/ HTTP/1.1\r\n" + Requests.host(node);
    post = Requests.head("POST", "/v1/claims/", node);
    String wish = wish(resource, ttlSeconds);
    acquire = Requests.bytes(post + wish);
    acquireAndWait = Requests.bytes(post + "Prefer: wait=" + WAIT_SECONDS + "\r\n" + wish);
    release = Requests.bytes(afterId + Requests.json("{\"status\":\"released\"}"));
    withdraw = Requests.bytes(afterId + Requests.json("{\"status\":\"withdrawn\"}"));
    renew = Requests.bytes(afterId + Requests.json("{\"ttl\":" + ttlSeconds + "}"));
    get = Requests.bytes(afterId + "\r\n");
  }

  @Override
  public void acquire(HttpWire wire) {
    wire.text(acquire).flush();
  }

  /** A claim whose answer comes when it is active. */
  void acquireAndWait(HttpWire wire) {
    wire.text(acquireAndWait).flush();
  }

  /** A claim for something else. */
  void acquire(HttpWire wire, String resource, int ttlSeconds) {
    wire.text(Requests.bytes(post + wish(resource, ttlSeconds))).flush();
  }

  @Override
  public void release(HttpWire wire, long id) {
    wire.text(PATCH).number(id).text(release).flush();
  }

  void withdraw(HttpWire wire, long id) {
    wire.text(PATCH).number(id).text(withdraw).flush();
  }

  @Override
  public void renew(HttpWire wire, long id) {
    wire.text(PATCH).number(id).text(renew).flush();
  }

  @Override
  public void read(HttpWire wire, long id) {
    wire.text(GET).number(id).text(get).flush();
  }

  private static String wish(String resource, int ttlSeconds) {
    return Requests.json("{\"resource\":\"" + resource + "\",\"ttl\":" + ttlSeconds + "}");
  }
}
