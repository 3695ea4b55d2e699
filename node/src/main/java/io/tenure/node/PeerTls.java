package io.tenure.node;

import io.tenure.config.ClusterConfig;
import io.tenure.config.NodeConfig;
import io.tenure.config.PeerSecurity;
import io.tenure.link.LinkTls;
import io.tenure.link.TlsFiles;
import java.io.IOException;
import java.util.Optional;

/** What a node shows to the others, as its configuration names it. */
final class PeerTls {

  private PeerTls() {}

  /** Reads the files; if there are none in the configuration, the link is plain text. */
  static Optional<LinkTls> load(ClusterConfig cluster, NodeConfig self) {
    return cluster.peerTls(self).map(files -> load(files, cluster.nameInCertificates(), self));
  }

  private static LinkTls load(PeerSecurity.Files files, String cluster, NodeConfig self) {
    try {
      return LinkTls.load(
          new TlsFiles(files.certificate(), files.key(), files.ca()), cluster, self.id());
    } catch (IOException unusable) {
      throw new StartupException(ExitCode.USAGE, "peer.tls: " + unusable.getMessage());
    }
  }
}
