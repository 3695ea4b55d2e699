package io.tenure.jraft;

import com.alipay.sofa.jraft.error.RaftError;
import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import com.alipay.sofa.jraft.rpc.RpcRequests.ErrorResponse;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.IdentityText;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Stands before everything that other nodes ask of this one. It tells anybody who this node is; all
 * else is for nodes of the same cluster, which name its id in front of each message.
 */
final class PeerGuard implements RpcProcessor<PeerMessage> {

  private static final int CLUSTER_ID_BYTES = 16;

  private final Identity own;
  private final @Nullable RpcProcessor<PeerMessage> service;

  private PeerGuard(Identity own, @Nullable RpcProcessor<PeerMessage> service) {
    this.own = own;
    this.service = service;
  }

  static PeerGuard of(Identity own, RpcProcessor<PeerMessage> service) {
    return new PeerGuard(own, service);
  }

  /** For a node that does not take part yet. */
  static PeerGuard tellingOnly(Identity own) {
    return new PeerGuard(own, null);
  }

  /** What a node of a cluster sends to another one of it. */
  static PeerMessage sealed(Identity sender, PeerMessage message) {
    if (message.kind() == PeerMessage.Kind.IDENTITY) {
      return message;
    }
    byte[] id = clusterId(sender);
    byte[] payload = Arrays.copyOf(id, id.length + message.payload().length);
    System.arraycopy(message.payload(), 0, payload, id.length, message.payload().length);
    return new PeerMessage(message.kind(), payload);
  }

  @Override
  public void handleRequest(RpcContext context, PeerMessage message) {
    if (message.kind() == PeerMessage.Kind.IDENTITY) {
      byte[] text = IdentityText.print(own).getBytes(StandardCharsets.UTF_8);
      context.sendResponse(new PeerMessage(PeerMessage.Kind.IDENTITY, text));
      return;
    }
    Optional<PeerMessage> opened = opened(message);
    if (service == null || opened.isEmpty()) {
      context.sendResponse(
          ErrorResponse.newBuilder()
              .setErrorCode(RaftError.EPERM.getNumber())
              .setErrorMsg("the sender is not of this node's cluster")
              .build());
    } else {
      service.handleRequest(context, opened.get());
    }
  }

  /** The message without the id in front of it, if that is this cluster's. */
  private Optional<PeerMessage> opened(PeerMessage message) {
    byte[] payload = message.payload();
    if (!own.isFounded() || payload.length < CLUSTER_ID_BYTES) {
      return Optional.empty();
    }
    byte[] id = clusterId(own);
    return Arrays.equals(payload, 0, CLUSTER_ID_BYTES, id, 0, CLUSTER_ID_BYTES)
        ? Optional.of(
            new PeerMessage(
                message.kind(), Arrays.copyOfRange(payload, CLUSTER_ID_BYTES, payload.length)))
        : Optional.empty();
  }

  private static byte[] clusterId(Identity identity) {
    return HexFormat.of().parseHex(identity.clusterId().orElseThrow());
  }

  @Override
  public String interest() {
    return PeerMessage.class.getName();
  }

  /** On the thread that read the message. */
  @Override
  public Executor executor() {
    return Runnable::run;
  }
}
