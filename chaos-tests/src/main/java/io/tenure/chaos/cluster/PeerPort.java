package io.tenure.chaos.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLSocket;

/** The port of a node that other nodes connect to, as somebody finds it who is none of them. */
public final class PeerPort {

  private static final int PATIENCE_MILLIS = 1_500;

  private PeerPort() {}

  /**
   * What a node shows in every handshake, before it knows with whom.
   *
   * @param certificate its own
   * @param authorities the names of those that must have signed the other side's
   */
  record Shown(X509Certificate certificate, Set<String> authorities) {}

  /** What the node shows at the moment; nothing if it does not answer. */
  static Optional<Shown> look(NodeProcess node) {
    PeerIdentity nobody = PeerIdentity.anonymous();
    try (SSLSocket socket = connect(node, nobody)) {
      X509Certificate first = (X509Certificate) socket.getSession().getPeerCertificates()[0];
      return Optional.of(new Shown(first, nobody.wanted()));
    } catch (IOException silent) {
      return Optional.empty();
    }
  }

  /**
   * Opens a connection and goes through with one side of a TLS handshake; what the node thinks of
   * it shows only later.
   */
  public static SSLSocket connect(NodeProcess node, PeerIdentity identity) throws IOException {
    InetSocketAddress address = node.peerAddress();
    Socket plain = connect(node);
    try {
      SSLSocket socket =
          (SSLSocket)
              identity
                  .context()
                  .getSocketFactory()
                  .createSocket(plain, address.getHostString(), address.getPort(), true);
      socket.startHandshake();
      return socket;
    } catch (IOException failure) {
      plain.close();
      throw failure;
    }
  }

  /** Opens a connection on which nothing is said yet. */
  public static Socket connect(NodeProcess node) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(node.peerAddress(), PATIENCE_MILLIS);
      socket.setSoTimeout(PATIENCE_MILLIS);
      return socket;
    } catch (IOException failure) {
      socket.close();
      throw failure;
    }
  }
}
