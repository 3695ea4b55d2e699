package io.tenure.node.certs;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.Date;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Signs certificates of nodes. Keys are of the curve P-256, which makes handshakes cheap. */
public final class CertificateAuthority {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SERIAL_BITS = 127;
  private static final int NAME_BYTES = 4;

  private final KeyAndCertificate own;

  CertificateAuthority(KeyAndCertificate own) {
    this.own = own;
  }

  /** Makes an authority of its own name, so that an old and a new one of a cluster differ. */
  public static CertificateAuthority create(String cluster, Validity validity) {
    byte[] mark = new byte[NAME_BYTES];
    RANDOM.nextBytes(mark);
    X500Name name = name(cluster, "Tenure node CA " + HexFormat.of().formatHex(mark));
    try {
      KeyPair pair = keyPair();
      X509v3CertificateBuilder draft =
          new JcaX509v3CertificateBuilder(
              name,
              serial(),
              Date.from(validity.notBefore()),
              Date.from(validity.notAfter()),
              name,
              pair.getPublic());
      JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
      draft.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      draft.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      draft.addExtension(
          Extension.subjectKeyIdentifier,
          false,
          extensions.createSubjectKeyIdentifier(pair.getPublic()));
      return new CertificateAuthority(
          new KeyAndCertificate(pair.getPrivate(), sign(draft, pair.getPrivate())));
    } catch (GeneralSecurityException | CertIOException | OperatorCreationException impossible) {
      throw new IllegalStateException("cannot make an authority", impossible);
    }
  }

  /** Its own certificate, which all nodes trust, and the key that must be kept secret. */
  public KeyAndCertificate own() {
    return own;
  }

  /** Until when what it signs can be valid. */
  public Validity validity() {
    return new Validity(
        own.certificate().getNotBefore().toInstant(), own.certificate().getNotAfter().toInstant());
  }

  /** Makes a key and its certificate, for both ends of a connection. */
  public KeyAndCertificate issue(Subject subject, Validity validity) {
    try {
      KeyPair pair = keyPair();
      X509v3CertificateBuilder draft =
          new JcaX509v3CertificateBuilder(
              X500Name.getInstance(own.certificate().getSubjectX500Principal().getEncoded()),
              serial(),
              Date.from(validity.notBefore()),
              Date.from(validity.notAfter()),
              name("Tenure", subject.name()),
              pair.getPublic());
      addExtensions(draft, subject, pair);
      return new KeyAndCertificate(pair.getPrivate(), sign(draft, own.key()));
    } catch (GeneralSecurityException | CertIOException | OperatorCreationException impossible) {
      throw new IllegalStateException("cannot make a certificate", impossible);
    }
  }

  private void addExtensions(X509v3CertificateBuilder draft, Subject subject, KeyPair pair)
      throws GeneralSecurityException, CertIOException {
    JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
    draft.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    draft.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    draft.addExtension(
        Extension.extendedKeyUsage,
        false,
        new ExtendedKeyUsage(
            new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
    draft.addExtension(
        Extension.subjectKeyIdentifier,
        false,
        extensions.createSubjectKeyIdentifier(pair.getPublic()));
    draft.addExtension(
        Extension.authorityKeyIdentifier,
        false,
        extensions.createAuthorityKeyIdentifier(own.certificate().getPublicKey()));
    GeneralName[] names = names(subject);
    if (names.length > 0) {
      draft.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
    }
  }

  private static GeneralName[] names(Subject subject) {
    return Stream.concat(
            subject.uris().stream()
                .map(uri -> new GeneralName(GeneralName.uniformResourceIdentifier, uri)),
            subject.dnsNames().stream().map(name -> new GeneralName(GeneralName.dNSName, name)))
        .toArray(GeneralName[]::new);
  }

  private static X500Name name(String organization, String name) {
    return new X500NameBuilder().addRDN(BCStyle.O, organization).addRDN(BCStyle.CN, name).build();
  }

  private static KeyPair keyPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
    return generator.generateKeyPair();
  }

  private static BigInteger serial() {
    return new BigInteger(SERIAL_BITS, RANDOM).setBit(0);
  }

  private static X509Certificate sign(X509v3CertificateBuilder draft, PrivateKey key)
      throws GeneralSecurityException, OperatorCreationException {
    String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    return new JcaX509CertificateConverter()
        .getCertificate(draft.build(new JcaContentSignerBuilder(algorithm).build(key)));
  }
}
