package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.node.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class PeerServerTest {

  private static final int END_MILLIS = 10_000;
  private static final int MOST_CONNECTIONS = 2_000;

  /** Whether a connection is accepted just then is chance, so many are opened, several times. */
  @RepeatedTest(10)
  void a_server_that_is_shut_down_leaves_no_connection_open() throws Exception {
    int port = FreePorts.next();
    PeerServer server = new PeerServer("127.0.0.1", port);
    server.init(null);
    CountDownLatch some = new CountDownLatch(20);
    CompletableFuture<List<Socket>> connections =
        CompletableFuture.supplyAsync(() -> connectUntilRefused(port, some));
    some.await();
    server.shutdown();
    for (Socket connection : connections.join()) {
      try (connection) {
        assertThat(isEnded(connection)).as("%s has ended", connection).isTrue();
      }
    }
  }

  private static List<Socket> connectUntilRefused(int port, CountDownLatch some) {
    List<Socket> connections = new ArrayList<>();
    try {
      while (connections.size() < MOST_CONNECTIONS) {
        connections.add(new Socket(InetAddress.getLoopbackAddress(), port));
        some.countDown();
      }
    } catch (IOException refused) {
      return connections;
    }
    return connections;
  }

  /** The end is awaited; a server that keeps the connection open says nothing until time is up. */
  private static boolean isEnded(Socket connection) throws IOException {
    connection.setSoTimeout(END_MILLIS);
    try {
      return connection.getInputStream().read() < 0;
    } catch (java.net.SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }
}
