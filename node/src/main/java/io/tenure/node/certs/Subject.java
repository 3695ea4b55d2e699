package io.tenure.node.certs;

import io.tenure.link.LinkTls;
import java.util.List;

/**
 * Whom a certificate is for.
 *
 * @param name shown to people only
 * @param uris by which nodes are known
 * @param dnsNames further names
 */
public record Subject(String name, List<String> uris, List<String> dnsNames) {

  public Subject {
    uris = List.copyOf(uris);
    dnsNames = List.copyOf(dnsNames);
  }

  /** A node of a cluster. */
  public static Subject node(String cluster, String node) {
    return new Subject(node, List.of(LinkTls.nodeUri(cluster, node)), List.of());
  }
}
