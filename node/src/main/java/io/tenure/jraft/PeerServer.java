package io.tenure.jraft;

import com.alipay.remoting.ConnectionEventType;
import com.alipay.sofa.jraft.rpc.impl.BoltRpcServer;

/**
 * Bolt's server on one address. JRaft's factory would listen on all of them.
 *
 * <p>Once it is shut down, no connection to it stays open. Bolt closes those that it knows, but not
 * one that is accepted at the same moment, and its event loops outlive the server. The node at the
 * other end would go on sending to a server that is gone, and never reach the next one at this
 * address: the member that takes over from a {@link FoundingExchange}.
 */
final class PeerServer extends BoltRpcServer {

  private volatile boolean closed;

  PeerServer(String bind, int port) {
    this(new com.alipay.remoting.rpc.RpcServer(bind, port, true));
  }

  private PeerServer(com.alipay.remoting.rpc.RpcServer bolt) {
    super(bolt);
    bolt.addConnectionEventProcessor(
        ConnectionEventType.CONNECT,
        (address, connection) -> {
          if (closed) {
            connection.close();
          }
        });
  }

  @Override
  public void shutdown() {
    closed = true; // a connection that Bolt does not know when it closes them all is told later
    super.shutdown();
  }
}
