package io.tenure.bench.load.tenure;

import java.net.InetSocketAddress;

/** Leases: the proof is the client's name and the lease's version, and stands in the headers. */
final class LeaseRequests implements TenureRequests {
  private static final byte[] END = TenureRequests.bytes("\r\n\r\n");

  private final byte[] post;
  private final byte[] put;
  private final byte[] delete;
  private final byte[] get;

  /** What stands before the first slash of the resource is the namespace. */
  LeaseRequests(InetSocketAddress node, String resource, int ttlSeconds) {
    String path = "/v1/" + resource.replaceFirst("/", "/leases/");
    String client = "X-Quorum-Client-ID: " + resource + "\r\n";
    String length = "X-Quorum-Lease-Length: " + ttlSeconds + "\r\n";
    String version = "X-Quorum-Lease-Version: ";
    String empty = "Content-Length: 0\r\n";
    post =
        TenureRequests.bytes(
            TenureRequests.head("POST", path, node) + client + length + empty + "\r\n");
    put = TenureRequests.bytes(TenureRequests.head("PUT", path, node) + client + empty + version);
    delete = TenureRequests.bytes(TenureRequests.head("DELETE", path, node) + client + version);
    get = TenureRequests.bytes(TenureRequests.head("GET", path, node) + client + "\r\n");
  }

  @Override
  public void acquire(TenureWire wire) {
    wire.text(post).flush();
  }

  @Override
  public void renew(TenureWire wire, long version) {
    wire.text(put).number(version).text(END).flush();
  }

  @Override
  public void read(TenureWire wire, long version) {
    wire.text(get).flush();
  }

  @Override
  public void release(TenureWire wire, long version) {
    wire.text(delete).number(version).text(END).flush();
  }
}
