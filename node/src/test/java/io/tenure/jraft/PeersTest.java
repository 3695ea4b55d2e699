package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.option.NodeOptions;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class PeersTest {

  private static final Identity SOMEBODY = somebody();

  private static Identity somebody() {
    Founder self = Founder.of("n1", "127.0.0.1:1");
    Identity configured = Identity.configured("test", self, List.of(self));
    return configured.adopted(configured);
  }

  /** A port that takes no more connections and refuses none, as a machine that drops packets. */
  private static final class BlackHole implements AutoCloseable {

    private final ServerSocket listener;
    private final List<Socket> backlog = new ArrayList<>();

    BlackHole() throws IOException {
      listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      for (boolean full = false; !full && backlog.size() < 64; ) {
        Socket socket = new Socket();
        backlog.add(socket);
        try {
          socket.connect(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()),
              200);
        } catch (SocketTimeoutException dropped) {
          full = true;
        }
      }
    }

    PeerId peer() {
      return new PeerId("127.0.0.1", listener.getLocalPort());
    }

    @Override
    public void close() throws IOException {
      for (Socket socket : backlog) {
        socket.close();
      }
      listener.close();
    }
  }

  @Test
  void whoever_sends_to_the_leader_never_waits_for_a_connection() throws IOException {
    ConcurrentLinkedQueue<Runnable> connects = new ConcurrentLinkedQueue<>();
    PeerMessage.register();
    try (BlackHole hole = new BlackHole();
        Peers peers = new Peers(new NodeOptions(), SOMEBODY, connects::add)) {
      PeerMessage message = new PeerMessage(PeerMessage.Kind.STATUS, new byte[0]);

      CompletableFuture<byte[]> first = peers.callConnected(hole.peer(), message, 10_000);
      CompletableFuture<byte[]> second = peers.callConnected(hole.peer(), message, 10_000);

      assertThat(first).isCompletedExceptionally();
      assertThat(first.handle((reply, failure) -> failure).join())
          .isInstanceOf(Peers.NotSentException.class);
      assertThat(second).isCompletedExceptionally();
      assertThat(connects).as("one connect at a time, on another thread").hasSize(1);
    }
  }
}
