package io.tenure.link;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The nodes that a certificate is for. Each is named by a URI of a cluster and a node; a
 * certificate without any may instead have a DNS name that equals the node's id, which is all that
 * some authorities sign.
 */
record CertifiedNames(List<String> uris, List<String> dnsNames) {

  private static final String SCHEME = "tenure://";
  private static final int URI = 6;
  private static final int DNS_NAME = 2;
  private static final int SHOWN = 3;

  static String uri(String cluster, String node) {
    return SCHEME + cluster + "/" + node;
  }

  /**
   * Reads the names of a certificate.
   *
   * @throws CertificateParsingException if it is malformed
   */
  static CertifiedNames of(X509Certificate certificate) throws CertificateParsingException {
    List<String> uris = new ArrayList<>();
    List<String> dnsNames = new ArrayList<>();
    Collection<List<?>> names = certificate.getSubjectAlternativeNames();
    for (List<?> name : names == null ? List.<List<?>>of() : names) {
      String text = String.valueOf(name.get(1));
      if (name.get(0).equals(URI) && text.startsWith(SCHEME)) {
        uris.add(text);
      } else if (name.get(0).equals(DNS_NAME)) {
        dnsNames.add(text);
      }
    }
    return new CertifiedNames(uris, dnsNames);
  }

  /** Says why these are not the names of a node of a cluster. */
  Optional<String> objection(String cluster, String node) {
    String wanted = uri(cluster, node);
    if (uris.isEmpty()) {
      return dnsNames.stream().anyMatch(node::equalsIgnoreCase)
          ? Optional.empty()
          : Optional.of(
              "names no node: it has neither the URI "
                  + wanted
                  + " nor the DNS name "
                  + node
                  + " among its subject alternative names");
    }
    return uris.contains(wanted)
        ? Optional.empty()
        : Optional.of(
            "names " + String.join(", ", uris.stream().limit(SHOWN).toList()) + ", not " + wanted);
  }
}
