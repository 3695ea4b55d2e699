package io.tenure.gateway.auth;

import io.tenure.gateway.Authenticator;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Principal;
import io.tenure.gateway.Shown;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Believes what a proxy says of a caller, such as one with Shibboleth, and refuses whoever says it
 * without being that proxy: somebody is misconfigured, or lies.
 */
public final class ProxyHeaders implements Authenticator {

  private static final String CERTIFICATE = "cert:";

  private final Set<String> trusted;
  private final String nameHeader;
  private final String groupsHeader;
  private final CertificateName certificates;

  /**
   * Makes an authenticator.
   *
   * @param trusted addresses, and names of certificates as {@code cert:NAME}
   * @param certificates how certificates name those who show them
   */
  public ProxyHeaders(
      Set<String> trusted, String nameHeader, String groupsHeader, CertificateName certificates) {
    this.trusted = Set.copyOf(trusted);
    this.nameHeader = nameHeader;
    this.groupsHeader = groupsHeader;
    this.certificates = certificates;
  }

  @Override
  public Finding find(Shown shown) {
    List<String> names = shown.headers(nameHeader);
    List<String> groups = shown.headers(groupsHeader);
    if (names.isEmpty() && groups.isEmpty()) {
      return Finding.NOTHING;
    }
    if (!isTrusted(shown)) {
      return Finding.forbidden(
          "only the proxies in auth.proxy.from may send " + nameHeader + " and " + groupsHeader);
    }
    if (names.size() != 1 || !PrincipalName.isValid(names.get(0).strip())) {
      return Finding.forbidden(nameHeader + " must be one name, " + PrincipalName.ALLOWED);
    }
    return Finding.known(
        new Principal("proxy:" + names.get(0).strip(), inGroups(groups), Instant.MAX));
  }

  private boolean isTrusted(Shown shown) {
    return trusted.contains(shown.peer())
        || shown
            .certificate()
            .flatMap(certificates::of)
            .filter(name -> trusted.contains(CERTIFICATE + name))
            .isPresent();
  }

  /** Shibboleth puts semicolons between the values of an attribute, others commas. */
  private static Set<String> inGroups(List<String> headers) {
    Set<String> groups = new HashSet<>();
    for (String header : headers) {
      for (String group : header.split("[;,]", -1)) {
        if (!group.isBlank()) {
          groups.add(group.strip());
        }
      }
    }
    return groups;
  }
}
