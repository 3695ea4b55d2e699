package io.tenure.chaos.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.util.List;
import javax.net.ssl.SSLSocket;

/** Looks from outside at the port between nodes, and at what nodes say of those who come there. */
public final class PeerProbe {

  private static final int ANSWER_MILLIS = 700;
  private static final String ESTABLISHED = "01";

  private final Cluster cluster;

  public PeerProbe(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Whether the node lets a connection with this certificate be, at least for a while. */
  public boolean takes(NodeProcess node, PeerIdentity identity) {
    try (SSLSocket socket = PeerPort.connect(node, identity)) {
      socket.setSoTimeout(ANSWER_MILLIS);
      return socket.getInputStream().read() >= 0;
    } catch (SocketTimeoutException notRefused) {
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  /** Whether the node says in a handshake that it trusts whoever signed this certificate. */
  public boolean trusts(NodeProcess node, PeerIdentity identity) {
    String signer = identity.getCertificateChain("")[0].getIssuerX500Principal().getName();
    return PeerPort.look(node).stream().anyMatch(shown -> shown.authorities().contains(signer));
  }

  /** The address that the node sees the harness at. */
  public String ownAddress(NodeProcess node) {
    try (Socket socket = PeerPort.connect(node)) {
      return socket.getLocalAddress().getHostAddress();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** How many connections of the harness to its Raft port the node has open. */
  public long connectionsOfHarness(NodeProcess node) {
    String port = ":%04X".formatted(node.peerAddress().getPort());
    String harness = hex(ownAddress(node)) + ":";
    return ShellCommand.run(
            cluster.hosts().inNode(node.id()), "cat", "/proc/net/tcp", "/proc/net/tcp6")
        .lines()
        .map(line -> line.strip().split(" +"))
        .filter(words -> words[1].endsWith(port) && words[2].contains(harness))
        .filter(words -> words[3].equals(ESTABLISHED))
        .count();
  }

  /** As the kernel writes addresses: the last number first; behind zeros for a socket of IPv6. */
  private static String hex(String address) {
    StringBuilder text = new StringBuilder();
    for (String number : address.split("\\.")) {
      text.insert(0, "%02X".formatted(Integer.valueOf(number)));
    }
    return text.toString();
  }

  /** All lines that the node has logged. */
  public List<String> log(NodeProcess node) {
    try {
      return Files.readAllLines(node.log());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
