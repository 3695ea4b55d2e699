package io.tenure.jraft;

import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.link.CallFailedException;
import io.tenure.link.Link;
import io.tenure.link.Payload;
import io.tenure.link.Peer;
import io.tenure.link.Reply;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Calls other nodes, over the connections that the link keeps. Thread-safe. */
final class Peers {

  /** The message surely did not reach the peer. */
  static final class NotSentException extends Exception {
    private static final long serialVersionUID = 1L;

    NotSentException(String message) {
      super(message, null, false, false);
    }
  }

  private final Link link;

  Peers(Link link) {
    this.link = link;
  }

  boolean isConnected(PeerId peer) {
    return way(peer).filter(Peer::isOpen).isPresent();
  }

  private Optional<Peer> way(PeerId peer) {
    return link.peer(peer.getEndpoint().toString());
  }

  /**
   * Calls a peer, and waits for nothing. Fails with a {@link NotSentException} when there is no
   * connection now, else with any other.
   */
  CompletableFuture<byte[]> call(PeerId peer, PeerMessage message, long timeoutMillis) {
    Optional<Peer> way = way(peer);
    Payload payload = Payload.of(message.payload());
    Call call = new Call(message.kind());
    try {
      boolean taken =
          way.isPresent() && way.get().call(message.kind().code(), payload, timeoutMillis, call);
      if (!taken) {
        call.answer.completeExceptionally(new NotSentException("not connected to " + peer));
      }
    } catch (IllegalArgumentException tooLarge) {
      call.answer.completeExceptionally(
          new NotSentException(String.valueOf(tooLarge.getMessage())));
    }
    return call.answer;
  }

  private static final class Call implements Reply {

    private final PeerMessage.Kind kind;
    private final CompletableFuture<byte[]> answer = new CompletableFuture<>();

    Call(PeerMessage.Kind kind) {
      this.kind = kind;
    }

    @Override
    public void answered(int method, ByteBuffer payload) {
      if (method == kind.code()) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        answer.complete(bytes);
      } else {
        answer.completeExceptionally(new IllegalStateException("not an answer: " + method));
      }
    }

    @Override
    public void failed(CallFailedException failure) {
      answer.completeExceptionally(
          failure.kind() == CallFailedException.Kind.NOT_SENT
              ? new NotSentException(String.valueOf(failure.getMessage()))
              : failure);
    }
  }
}
