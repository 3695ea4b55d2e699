package io.tenure.link;

import io.tenure.node.certs.KeyAndCertificate;
import io.tenure.node.certs.Validity;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.util.Date;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates as authorities other than ours make them, with keys of RSA. */
final class ForeignPki {

  private static final int KEY_BITS = 2048;

  private ForeignPki() {}

  static KeyAndCertificate root(String name) throws Exception {
    return make(Optional.empty(), name, TestPki.YEAR, authority());
  }

  static KeyAndCertificate between(KeyAndCertificate root, Validity validity) throws Exception {
    return make(Optional.of(root), "CN=between", validity, authority());
  }

  /** A node's certificate for certain purposes; without any it is good for all. */
  static KeyAndCertificate node(KeyAndCertificate signer, String node, KeyPurposeId... purposes)
      throws Exception {
    Entry name =
        new Entry(
            Extension.subjectAlternativeName,
            new GeneralNames(
                new GeneralName(
                    GeneralName.uniformResourceIdentifier,
                    LinkTls.nodeUri(TestPki.CLUSTER, node))));
    Entry usage = new Entry(Extension.extendedKeyUsage, new ExtendedKeyUsage(purposes));
    return make(
        Optional.of(signer),
        "CN=" + node,
        TestPki.YEAR,
        purposes.length == 0 ? new Entry[] {name} : new Entry[] {name, usage});
  }

  private record Entry(ASN1ObjectIdentifier kind, ASN1Encodable value) {}

  private static Entry authority() {
    return new Entry(Extension.basicConstraints, new BasicConstraints(true));
  }

  private static KeyAndCertificate make(
      Optional<KeyAndCertificate> signer, String name, Validity validity, Entry... entries)
      throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(KEY_BITS);
    KeyPair pair = generator.generateKeyPair();
    X500Principal subject = new X500Principal(name);
    X509v3CertificateBuilder draft =
        new JcaX509v3CertificateBuilder(
            signer.map(by -> by.certificate().getSubjectX500Principal()).orElse(subject),
            BigInteger.TEN,
            Date.from(validity.notBefore()),
            Date.from(validity.notAfter()),
            subject,
            pair.getPublic());
    for (Entry entry : entries) {
      draft.addExtension(entry.kind(), false, entry.value());
    }
    PrivateKey key = signer.map(KeyAndCertificate::key).orElse(pair.getPrivate());
    return new KeyAndCertificate(
        pair.getPrivate(),
        new JcaX509CertificateConverter()
            .getCertificate(draft.build(new JcaContentSignerBuilder("SHA256withRSA").build(key))));
  }
}
