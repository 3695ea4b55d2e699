package io.tenure.link;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.tenure.node.certs.CertificateAuthority;
import io.tenure.node.certs.CertificateDirectory;
import io.tenure.node.certs.KeyAndCertificate;
import io.tenure.node.certs.Subject;
import io.tenure.node.certs.Validity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Certificates of a cluster's nodes in a directory. */
final class TestPki {

  static final String CLUSTER = "tenure";
  static final ByteBufAllocator ALLOCATOR = UnpooledByteBufAllocator.DEFAULT;
  static final Instant NOW = Instant.now();
  static final Validity YEAR = Validity.from(NOW, Duration.ofDays(365));
  static final Validity LAST_YEAR =
      new Validity(NOW.minus(Duration.ofDays(365)), NOW.minus(Duration.ofDays(1)));
  static final Validity NEXT_YEAR =
      new Validity(NOW.plus(Duration.ofDays(1)), NOW.plus(Duration.ofDays(365)));

  final CertificateDirectory directory;
  final CertificateAuthority authority = authority();

  TestPki(Path path) throws IOException {
    directory = new CertificateDirectory(path);
    directory.trust(authority);
  }

  static CertificateAuthority authority() {
    return CertificateAuthority.create(CLUSTER, Validity.from(NOW, Duration.ofDays(3650)));
  }

  KeyAndCertificate issue(String node) {
    return authority.issue(Subject.node(CLUSTER, node), YEAR);
  }

  /** The files of a node. */
  TlsFiles files(String node) {
    return new TlsFiles(directory.certificate(node), directory.key(node), directory.ca());
  }

  TlsFiles write(String node, KeyAndCertificate issued) throws IOException {
    directory.write(node, issued);
    return files(node);
  }

  /** A node whose certificate is all right. */
  LinkTls node(String node) throws IOException {
    return LinkTls.load(write(node, issue(node)), CLUSTER, node);
  }

  static TlsConnection connect(LinkTls client, LinkTls server) {
    return new TlsConnection(
        client.clientHandler(ALLOCATOR), server.serverHandler(ALLOCATOR, Runnable::run));
  }
}
