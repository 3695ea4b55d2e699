package io.tenure.bench.load.tenure;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.InetSocketAddress;

/**
 * The requests of one dialect about one resource, as bytes made once. A proof is the number by
 * which the dialect knows the owner of a lease, taken from its last answer.
 */
interface TenureRequests {
  void acquire(TenureWire wire);

  void renew(TenureWire wire, long proof);

  void read(TenureWire wire, long proof);

  void release(TenureWire wire, long proof);

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  /** The first line and the one header that every request has. */
  static String head(String method, String path, InetSocketAddress node) {
    return method + " " + path + " HTTP/1.1\r\n" + host(node);
  }

  static String host(InetSocketAddress node) {
    return "Host: " + node.getHostString() + ":" + node.getPort() + "\r\n";
  }

  /** The rest of a request that has a body. */
  static String json(String body) {
    return "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }
}
