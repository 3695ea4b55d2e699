package io.tenure.bench.load.tenure;

import java.net.InetSocketAddress;

/** Claims: the proof is the claim's number, and stands in the path. */
final class ClaimRequests implements TenureRequests {
  private static final int WAIT_SECONDS = 30;
  private static final byte[] PATCH = TenureRequests.bytes("PATCH /v1/claims/");
  private static final byte[] GET = TenureRequests.bytes("GET /v1/claims/");

  private final String post;
  private final byte[] acquire;
  private final byte[] acquireAndWait;
  private final byte[] release;
  private final byte[] withdraw;
  private final byte[] renew;
  private final byte[] get;

  ClaimRequests(InetSocketAddress node, String resource, int ttlSeconds) {
    String afterId = "/ HTTP/1.1\r\n" + TenureRequests.host(node);
    post = TenureRequests.head("POST", "/v1/claims/", node);
    String wish = wish(resource, ttlSeconds);
    acquire = TenureRequests.bytes(post + wish);
    acquireAndWait = TenureRequests.bytes(post + "Prefer: wait=" + WAIT_SECONDS + "\r\n" + wish);
    release = TenureRequests.bytes(afterId + TenureRequests.json("{\"status\":\"released\"}"));
    withdraw = TenureRequests.bytes(afterId + TenureRequests.json("{\"status\":\"withdrawn\"}"));
    renew = TenureRequests.bytes(afterId + TenureRequests.json("{\"ttl\":" + ttlSeconds + "}"));
    get = TenureRequests.bytes(afterId + "\r\n");
  }

  @Override
  public void acquire(TenureWire wire) {
    wire.text(acquire).flush();
  }

  /** A claim whose answer comes when it is active. */
  void acquireAndWait(TenureWire wire) {
    wire.text(acquireAndWait).flush();
  }

  /** A claim for something else. */
  void acquire(TenureWire wire, String resource, int ttlSeconds) {
    wire.text(TenureRequests.bytes(post + wish(resource, ttlSeconds))).flush();
  }

  @Override
  public void release(TenureWire wire, long id) {
    wire.text(PATCH).number(id).text(release).flush();
  }

  void withdraw(TenureWire wire, long id) {
    wire.text(PATCH).number(id).text(withdraw).flush();
  }

  @Override
  public void renew(TenureWire wire, long id) {
    wire.text(PATCH).number(id).text(renew).flush();
  }

  @Override
  public void read(TenureWire wire, long id) {
    wire.text(GET).number(id).text(get).flush();
  }

  private static String wish(String resource, int ttlSeconds) {
    return TenureRequests.json("{\"resource\":\"" + resource + "\",\"ttl\":" + ttlSeconds + "}");
  }
}
