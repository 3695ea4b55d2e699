package io.tenure.gateway.auth;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/** Which part of a client's certificate is its name. */
public enum CertificateName {
  /** The first subject alternative name of the kind URI, such as {@code spiffe://prod/db}. */
  SAN_URI(6),
  /** The first of the kind DNS. */
  SAN_DNS(2),
  /** The common name of the subject. */
  CN(0);

  /** In X.509. */
  private final int kind;

  CertificateName(int kind) {
    this.kind = kind;
  }

  /** Empty if there is none, or none that could be a principal's. */
  Optional<String> of(X509Certificate certificate) {
    return (this == CN ? commonName(certificate) : alternative(certificate))
        .filter(PrincipalName::isValid);
  }

  private Optional<String> alternative(X509Certificate certificate) {
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      return names == null
          ? Optional.empty()
          : names.stream()
              .filter(name -> name.get(0).equals(kind))
              .map(name -> String.valueOf(name.get(1)))
              .findFirst();
    } catch (CertificateParsingException malformed) {
      return Optional.empty();
    }
  }

  private static Optional<String> commonName(X509Certificate certificate) {
    try {
      LdapName subject = new LdapName(certificate.getSubjectX500Principal().getName());
      return subject.getRdns().stream()
          .filter(part -> part.getType().equalsIgnoreCase("CN"))
          .map(Rdn::getValue)
          .filter(String.class::isInstance)
          .map(String.class::cast)
          .reduce((first, last) -> last); // the most specific stands last
    } catch (InvalidNameException malformed) {
      return Optional.empty();
    }
  }
}
