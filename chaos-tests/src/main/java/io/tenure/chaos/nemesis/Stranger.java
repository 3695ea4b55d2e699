package io.tenure.chaos.nemesis;

import io.tenure.chaos.cluster.NodeProcess;
import io.tenure.chaos.cluster.PeerIdentity;
import io.tenure.chaos.cluster.PeerPort;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Connects to the Raft port of a node and says what no node would say, with and without TLS: bytes
 * that mean nothing, lengths of gigabytes, half of a greeting, nothing at all.
 */
final class Stranger {

  /** More than a node keeps of those that do not greet. */
  static final int SILENT = 300;

  /** Those that are silent come at once, and again when the node has had time to end them. */
  private static final int ROUNDS_BETWEEN = 12;

  private static final int MOST_HELD = 500;
  private static final int MOST_GARBAGE = 2_000;

  /** A record of TLS that is longer than any may be. */
  private static final byte[] HUGE_RECORD = {22, 3, 3, (byte) 0xff, (byte) 0xff, 1};

  /** The beginning of a TLS handshake. */
  private static final byte[] HALF_HELLO = {22, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3};

  /** The length of a frame of two gigabytes. */
  private static final byte[] HUGE_FRAME = {0x7f, (byte) 0xff, (byte) 0xff, (byte) 0xff};

  /** A frame that begins as if a node was greeting. */
  private static final byte[] HALF_GREETING = {0, 0, 1, 0, 'T', 'N', 'R', 'E'};

  private final NodeProcess node;
  private final PeerIdentity foreign;
  private final PeerIdentity stolen;
  private final SplittableRandom random;
  private final Deque<Socket> held = new ArrayDeque<>();
  private int rounds;

  /**
   * Connects to nobody yet.
   *
   * @param foreign a certificate that another authority signed
   * @param stolen one of a node of the cluster
   */
  Stranger(NodeProcess node, PeerIdentity foreign, PeerIdentity stolen, long seed) {
    this.node = node;
    this.foreign = foreign;
    this.stolen = stolen;
    this.random = new SplittableRandom(seed);
  }

  /** Opens a connection of each kind, and now and then many that stay silent. */
  void connect() {
    for (byte[] words : List.of(garbage(), HUGE_RECORD, HUGE_FRAME, HALF_HELLO)) {
      tell(() -> PeerPort.connect(node), words);
    }
    tell(() -> PeerPort.connect(node, PeerIdentity.anonymous()), HALF_GREETING);
    tell(() -> PeerPort.connect(node, foreign), HALF_GREETING);
    for (byte[] words : List.of(garbage(), HUGE_FRAME, HALF_GREETING)) {
      tell(() -> PeerPort.connect(node, stolen), words);
    }
    int silent = rounds++ % ROUNDS_BETWEEN == 0 ? SILENT : 0;
    for (int i = 0; i < silent; i++) {
      tell(() -> PeerPort.connect(node), new byte[0]);
    }
  }

  private byte[] garbage() {
    byte[] bytes = new byte[random.nextInt(1, MOST_GARBAGE)];
    random.nextBytes(bytes);
    return bytes;
  }

  private void tell(Opening opening, byte[] words) {
    try {
      Socket socket = opening.open();
      held.add(socket);
      if (held.size() > MOST_HELD) {
        held.remove().close();
      }
      socket.getOutputStream().write(words);
    } catch (IOException refused) {
      // as it should be
    }
  }

  @FunctionalInterface
  private interface Opening {
    Socket open() throws IOException;
  }

  /** Ends all connections. */
  void leave() {
    for (Socket socket : held) {
      try {
        socket.close();
      } catch (IOException ended) {
        // by the node
      }
    }
    held.clear();
  }
}
