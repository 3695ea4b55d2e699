package io.tenure.jraft;

import com.alipay.remoting.Connection;
import com.alipay.remoting.ConnectionEventType;
import com.alipay.sofa.jraft.entity.PeerId;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.TimeoutNowRequest;
import com.alipay.sofa.jraft.rpc.impl.BoltRpcClient;
import io.tenure.node.identity.Identity;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls other nodes, many calls at once over one connection to each. Thread-safe. */
final class Peers implements AutoCloseable {

  /** The message surely did not reach the peer, or the peer refused to look at it. */
  static final class NotSentException extends Exception {
    private static final long serialVersionUID = 1L;

    NotSentException(String message) {
      super(message, null, false, false);
    }
  }

  private static final Logger LOG = LoggerFactory.getLogger(Peers.class);
  private static final InvokeCallback IGNORED = (result, failure) -> {};
  private static final int GREETING_MILLIS = 1_000;

  private static final int CONNECT_MILLIS = 300;

  private final com.alipay.remoting.rpc.RpcClient bolt = new com.alipay.remoting.rpc.RpcClient();
  private final RpcClient client = new BoltRpcClient(bolt);
  private final Executor connectors;
  private final Set<PeerId> connecting = ConcurrentHashMap.newKeySet();

  private final Identity own;

  /**
   * Makes the way to the others.
   *
   * @param own stands in front of every message
   * @param connectors where connections are opened, which may take a while each
   */
  Peers(RpcOptions options, Identity own, Executor connectors) {
    this.own = own;
    client.init(options);
    this.connectors = connectors;
  }

  /**
   * Calls a peer over the connection that there is. Without one it fails at once, with a {@link
   * NotSentException}, and one is opened meanwhile: whoever calls must not wait for a peer whose
   * machine drops packets.
   */
  CompletableFuture<byte[]> callConnected(PeerId peer, PeerMessage message, long timeoutMillis) {
    Connection connection = bolt.getConnectionManager().get(peer.getEndpoint().toString());
    if (connection == null || !connection.isFine()) {
      connectSoon(peer);
      return CompletableFuture.failedFuture(new NotSentException("not connected to " + peer));
    }
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    PeerMessage sealed = PeerGuard.sealed(own, message);
    try {
      bolt.invokeWithCallback(connection, sealed, new Callback(answer), (int) timeoutMillis);
    } catch (com.alipay.remoting.exception.RemotingException notSent) {
      answer.completeExceptionally(new NotSentException(String.valueOf(notSent.getMessage())));
    } catch (RuntimeException fault) {
      answer.completeExceptionally(fault); // of unknown outcome, never "not sent"
    }
    return answer;
  }

  private void connectSoon(PeerId peer) {
    if (connecting.add(peer)) {
      connectors.execute(
          () -> {
            try {
              bolt.getConnection(peer.getEndpoint().toString(), CONNECT_MILLIS);
            } catch (com.alipay.remoting.exception.RemotingException unreachable) {
              LOG.debug("cannot connect to {}: {}", peer, unreachable.getMessage());
            } catch (InterruptedException interrupted) {
              Thread.currentThread().interrupt();
            } finally {
              connecting.remove(peer);
            }
          });
    }
  }

  /**
   * Calls a peer, and connects to it first if need be, which may block for as long as the call may
   * take. Fails with a {@link NotSentException} when no connection could be had, else with any
   * other.
   */
  CompletableFuture<byte[]> call(PeerId peer, PeerMessage message, long timeoutMillis) {
    CompletableFuture<byte[]> answer = new CompletableFuture<>();
    try {
      PeerMessage sealed = PeerGuard.sealed(own, message);
      client.invokeAsync(peer.getEndpoint(), sealed, new Callback(answer), timeoutMillis);
    } catch (RemotingException notSent) {
      // What fails after the bytes were handed to the connection goes to the callback.
      answer.completeExceptionally(new NotSentException(String.valueOf(notSent.getMessage())));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      answer.completeExceptionally(interrupted);
    } catch (RuntimeException fault) {
      answer.completeExceptionally(fault); // of unknown outcome, never "not sent"
    }
    return answer;
  }

  /** Makes sure that there is a connection to a peer. */
  void greet(PeerId peer) {
    call(peer, new PeerMessage(PeerMessage.Kind.STATUS, new byte[0]), GREETING_MILLIS);
  }

  /** Tells of every connection that ends, by the peer's host and port. */
  void onClosed(Consumer<String> listener) {
    bolt.addConnectionEventProcessor(
        ConnectionEventType.CLOSE, (address, connection) -> listener.accept(address));
  }

  /** Makes this node stand for election now, if it still follows in that term. */
  void standForElection(String group, PeerId self, long term) {
    TimeoutNowRequest request =
        TimeoutNowRequest.newBuilder()
            .setGroupId(group)
            .setServerId(self.toString())
            .setPeerId(self.toString())
            .setTerm(term)
            .build();
    try {
      client.invokeAsync(self.getEndpoint(), request, IGNORED, GREETING_MILLIS);
    } catch (RemotingException unlikely) {
      LOG.warn("could not stand for election: {}", unlikely.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }

  /** For JRaft's client and for Bolt's own. */
  private static final class Callback
      implements InvokeCallback, com.alipay.remoting.InvokeCallback {

    private final CompletableFuture<byte[]> answer;

    Callback(CompletableFuture<byte[]> answer) {
      this.answer = answer;
    }

    @Override
    public void complete(@Nullable Object result, @Nullable Throwable failure) {
      if (failure != null) {
        answer.completeExceptionally(failure);
      } else if (result instanceof PeerMessage message) {
        answer.complete(message.payload());
      } else if (result instanceof ErrorResponse refused) {
        answer.completeExceptionally(new NotSentException(refused.getErrorMsg()));
      } else {
        answer.completeExceptionally(new IllegalStateException("not an answer: " + result));
      }
    }

    @Override
    public void onResponse(Object result) {
      complete(result, null);
    }

    @Override
    public void onException(Throwable failure) {
      complete(null, failure);
    }

    /** On the thread that read the answer. */
    @Override
    public @Nullable Executor getExecutor() {
      return null;
    }
  }
}
