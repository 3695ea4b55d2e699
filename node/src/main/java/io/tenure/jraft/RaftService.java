package io.tenure.jraft;

import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.rpc.Connection;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.AppendEntriesRequest;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import com.alipay.sofa.jraft.rpc.RpcServer;
import com.alipay.sofa.jraft.rpc.impl.ConnectionClosedEventListener;
import com.alipay.sofa.jraft.rpc.impl.core.AppendEntriesRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.GetFileRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.InstallSnapshotRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.ReadIndexRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.RequestVoteRequestProcessor;
import com.alipay.sofa.jraft.rpc.impl.core.TimeoutNowRequestProcessor;
import com.google.protobuf.Message;
import io.tenure.codec.CodecException;
import io.tenure.link.IncomingCall;
import io.tenure.link.LinkService;
import io.tenure.link.Session;
import io.tenure.node.logging.Throttled;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Answers Raft's messages, by JRaft's own processors. Entries and heartbeats are handled by the
 * thread that read them, which keeps them in order; whatever may block is handled elsewhere.
 *
 * <p>JRaft is not told when a connection ends: it would throw away the order of answers, also of
 * those that belong to the next connection already.
 */
final class RaftService implements LinkService, RpcServer {

  private static final Logger LOG = LoggerFactory.getLogger(RaftService.class);

  private final RaftChecks checks;
  private final Executor threads;
  private final Throttled refusals = new Throttled(LOG, Level.WARN);
  private final Map<Integer, RpcProcessor<Message>> processors = new ConcurrentHashMap<>();
  private final Map<String, Object> attributes = new ConcurrentHashMap<>();
  private final int port;

  /**
   * Makes the service of a member.
   *
   * @param threads for what may block
   */
  RaftService(RaftChecks checks, Executor threads, int port) {
    this.checks = checks;
    this.threads = threads;
    this.port = port;
    registerProcessor(new AppendEntriesRequestProcessor(threads));
    registerProcessor(new GetFileRequestProcessor(threads));
    registerProcessor(new InstallSnapshotRequestProcessor(threads));
    registerProcessor(new RequestVoteRequestProcessor(threads));
    registerProcessor(new TimeoutNowRequestProcessor(threads));
    registerProcessor(new ReadIndexRequestProcessor(threads));
  }

  @Override
  public void handle(IncomingCall call) {
    Message request = RaftMessages.parse(call.method(), call.payload());
    RpcProcessor<Message> processor = processors.get(call.method());
    if (processor == null) {
      throw new CodecException("not a request: " + call.method());
    }
    Optional<String> objection = checks.objection(request, call.session().address());
    Context context = new Context(call);
    if (objection.isPresent()) {
      refuse(context, request, objection.get());
    } else if (request instanceof AppendEntriesRequest) {
      processor.handleRequest(context, request);
    } else {
      threads.execute(() -> processor.handleRequest(context, request));
    }
  }

  private void refuse(Context context, Message request, String reason) {
    String what = request.getDescriptorForType().getName();
    refusals.log("a %s from %s is refused: %s".formatted(what, context.getRemoteAddress(), reason));
    context.sendResponse(
        ErrorResponse.newBuilder()
            .setErrorCode(RaftError.EPERM.getNumber())
            .setErrorMsg(reason)
            .build());
  }

  @Override
  @SuppressWarnings("unchecked") // a processor gets what it is interested in
  public void registerProcessor(RpcProcessor<?> processor) {
    Integer number = RaftMessages.numberOf(processor.interest());
    if (number != null) {
      processors.put(number, (RpcProcessor<Message>) processor);
    }
  }

  @Override
  public void registerConnectionClosedEventListener(ConnectionClosedEventListener listener) {}

  @Override
  public int boundPort() {
    return port;
  }

  @Override
  public boolean isStarted() {
    return true;
  }

  /** The link listens already. */
  @Override
  public boolean init(@Nullable Void options) {
    return true;
  }

  @Override
  public void shutdown() {}

  /** A request in JRaft's words. */
  private final class Context implements RpcContext {

    private final IncomingCall call;

    Context(IncomingCall call) {
      this.call = call;
    }

    @Override
    public void sendResponse(Object response) {
      call.answer(RaftMessages.number(response), RaftMessages.payload((Message) response));
    }

    @Override
    public Connection getConnection() {
      Object known = call.session().attachment();
      if (known instanceof PeerConnection connection) {
        return connection;
      }
      PeerConnection connection = new PeerConnection(call.session());
      call.session().attach(connection);
      return connection;
    }

    @Override
    public String getRemoteAddress() {
      return call.session().address();
    }
  }

  /** A connection in JRaft's words. What JRaft notes there belongs to the peer, so all share it. */
  private final class PeerConnection implements Connection {

    private final Session session;

    PeerConnection(Session session) {
      this.session = session;
    }

    @Override
    public @Nullable Object getAttribute(String key) {
      return attributes.get(key);
    }

    @Override
    public void setAttribute(String key, Object value) {
      attributes.put(key, value);
    }

    @Override
    public @Nullable Object setAttributeIfAbsent(String key, Object value) {
      return attributes.putIfAbsent(key, value);
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
