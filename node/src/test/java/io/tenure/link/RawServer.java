package io.tenure.link;

import io.tenure.node.identity.Identity;
import io.tenure.node.identity.Run;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Somebody who listens at the address of a node, and does what the test wants. */
public final class RawServer implements AutoCloseable {

  private final Identity own;
  private final ServerSocket listener;

  public RawServer(Identity own) throws IOException {
    this.own = own;
    listener = new ServerSocket(TestIdentities.portOf(own), 10, InetAddress.getLoopbackAddress());
    listener.setSoTimeout((int) TestLink.PATIENCE.toMillis());
  }

  /** The next connection, before anything was said. */
  RawConnection accept() throws IOException {
    return new RawConnection(listener.accept());
  }

  /** The next connection, after both sides have greeted. */
  public RawConnection acceptAndGreet() throws IOException {
    RawConnection connection = accept();
    connection.hear();
    connection.send(RawConnection.bytes(Greeting.from(own, Run.UNKNOWN)));
    return connection;
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
