package io.tenure.jraft;

import static java.util.Objects.requireNonNull;

import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.InvokeContext;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesResponse;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.Message;
import io.tenure.codec.CodecException;
import io.tenure.link.CallFailedException;
import io.tenure.link.Peer;
import io.tenure.link.Reply;
import io.tenure.node.logging.Throttled;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * How JRaft calls other nodes: over the link, whose connections it neither opens nor closes.
 *
 * <p>JRaft calls with its locks held. So nothing here waits, and no callback runs before the call
 * has returned.
 */
final class LinkRpcClient implements RpcClient {

  private static final ErrorResponse CONNECTED =
      ErrorResponse.newBuilder().setErrorCode(0).setErrorMsg("OK").build();

  private static final Logger LOG = LoggerFactory.getLogger(LinkRpcClient.class);

  private final Throttled refusals = new Throttled(LOG, Level.WARN);
  private LinkRpcFactory.@Nullable Options options;

  /** Before anything else. */
  void use(LinkRpcFactory.Options ofNode) {
    options = ofNode;
  }

  @Override
  public boolean init(RpcOptions ofNode) {
    return true;
  }

  @Override
  public void shutdown() {}

  private LinkRpcFactory.Options options() {
    return requireNonNull(options);
  }

  private Optional<Peer> peer(Endpoint endpoint) {
    return options().link().peer(endpoint.toString());
  }

  @Override
  public boolean checkConnection(Endpoint endpoint) {
    return peer(endpoint).filter(Peer::isOpen).isPresent();
  }

  /** The link connects by itself. */
  @Override
  public boolean checkConnection(Endpoint endpoint, boolean createIfAbsent) {
    return checkConnection(endpoint);
  }

  @Override
  public void closeConnection(Endpoint endpoint) {}

  /** A leader that could not reach a follower tries again as soon as it can. */
  @Override
  public void registerConnectEventListener(ReplicatorGroup replicators) {
    Executor workers = options().workers(); // it takes the node's lock
    options()
        .link()
        .onOpened(peer -> workers.execute(() -> lookAgain(replicators, peer.address())));
  }

  private static void lookAgain(ReplicatorGroup replicators, String address) {
    replicators.checkReplicator(RaftTuning.peer(address), true);
  }

  /** JRaft only asks in this way whether it is connected. */
  @Override
  public Object invokeSync(
      Endpoint endpoint, Object request, @Nullable InvokeContext context, long timeoutMillis)
      throws RemotingException {
    if (!checkConnection(endpoint)) {
      throw notConnected(endpoint);
    }
    return CONNECTED;
  }

  private static RemotingException notConnected(Endpoint endpoint) {
    return new RemotingException("not connected to " + endpoint, null, false, false);
  }

  @Override
  public void invokeAsync(
      Endpoint endpoint,
      Object request,
      @Nullable InvokeContext context,
      InvokeCallback callback,
      long timeoutMillis)
      throws RemotingException {
    Optional<Peer> peer = peer(endpoint);
    if (peer.isEmpty() || !isTaken(peer.get(), (Message) request, callback, timeoutMillis)) {
      throw notConnected(endpoint);
    }
  }

  /** JRaft never replicates again to a peer for which anything else is thrown. */
  private boolean isTaken(Peer peer, Message message, InvokeCallback callback, long timeoutMillis)
      throws RemotingException {
    try {
      int number = RaftMessages.number(message);
      RaftReply reply = new RaftReply(peer, number, callback);
      return peer.call(number, RaftMessages.payload(message), timeoutMillis, reply);
    } catch (RuntimeException | OutOfMemoryError fault) {
      throw new RemotingException("a message could not be sent to " + peer.node(), fault);
    }
  }

  private final class RaftReply implements Reply {

    private final Peer peer;
    private final int request;
    private final InvokeCallback callback;

    RaftReply(Peer peer, int request, InvokeCallback callback) {
      this.peer = peer;
      this.request = request;
      this.callback = callback;
    }

    /** Whether entries were stored is handled by the thread that read it. */
    @Override
    public void answered(int method, ByteBuffer payload) {
      Message answer;
      try {
        answer = options().answers().read(request, method, payload);
      } catch (CodecException unreadable) {
        refusals.log(
            "an answer of %s is refused: %s".formatted(peer.node(), unreadable.getMessage()));
        elsewhere(() -> callback.complete(null, unreadable));
        return;
      }
      if (answer instanceof AppendEntriesResponse) {
        callback.complete(answer, null);
      } else {
        elsewhere(() -> callback.complete(answer, null));
      }
    }

    @Override
    public void failed(CallFailedException failure) {
      Throwable cause =
          failure.kind() == CallFailedException.Kind.TIMED_OUT
              ? new InvokeTimeoutException(failure.getMessage())
              : failure;
      elsewhere(() -> callback.complete(null, cause));
    }

    private void elsewhere(Runnable task) {
      Executor executor = callback.executor();
      try {
        executor.execute(task);
      } catch (RejectedExecutionException closing) {
        task.run();
      }
    }
  }
}
