package io.tenure.jraft;

import static java.util.Objects.requireNonNull;

import com.alipay.sofa.jraft.ReplicatorGroup;
import com.alipay.sofa.jraft.error.InvokeTimeoutException;
import com.alipay.sofa.jraft.error.RemotingException;
import com.alipay.sofa.jraft.option.RpcOptions;
import com.alipay.sofa.jraft.rpc.InvokeCallback;
import com.alipay.sofa.jraft.rpc.InvokeContext;
import com.alipay.sofa.jraft.rpc.RpcClient;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.util.Endpoint;
import com.google.protobuf.Message;
import io.tenure.codec.CodecException;
import io.tenure.link.CallFailedException;
import io.tenure.link.Peer;
import io.tenure.link.Reply;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * How JRaft calls other nodes: over the link, whose connections it neither opens nor closes.
 *
 * <p>JRaft calls with its locks held. So nothing here waits, and no callback runs before the call
 * has returned.
 */
final class LinkRpcClient implements RpcClient {

  private static final ErrorResponse CONNECTED =
      ErrorResponse.newBuilder().setErrorCode(0).setErrorMsg("OK").build();

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
    Message message = (Message) request;
    Optional<Peer> peer = peer(endpoint);
    boolean taken =
        peer.isPresent()
            && peer.get()
                .call(
                    RaftMessages.number(message),
                    RaftMessages.payload(message),
                    timeoutMillis,
                    new RaftReply(callback, message instanceof AppendEntriesRequest));
    if (!taken) {
      throw notConnected(endpoint);
    }
  }

  private static final class RaftReply implements Reply {

    private final InvokeCallback callback;
    private final boolean onEventLoop;

    /**
     * Makes what waits for an answer.
     *
     * @param onEventLoop whether an answer may be handled by the thread that read it
     */
    RaftReply(InvokeCallback callback, boolean onEventLoop) {
      this.callback = callback;
      this.onEventLoop = onEventLoop;
    }

    @Override
    public void answered(int method, ByteBuffer payload) {
      try {
        Message answer = RaftMessages.parse(method, payload);
        if (onEventLoop) {
          callback.complete(answer, null);
        } else {
          elsewhere(() -> callback.complete(answer, null));
        }
      } catch (CodecException unreadable) {
        elsewhere(() -> callback.complete(null, unreadable));
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
