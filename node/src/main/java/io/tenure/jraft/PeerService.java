package io.tenure.jraft;

import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import io.tenure.codec.CodecException;
import io.tenure.node.logging.Throttled;
import io.tenure.replication.ForwardedBatch;
import io.tenure.replication.Forwarding;
import io.tenure.replication.Forwarding.Ending;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Answers what other nodes ask of this one besides Raft itself. */
final class PeerService implements RpcProcessor<PeerMessage> {

  private static final Logger LOG = LoggerFactory.getLogger(PeerService.class);

  private final Turns turns;
  private final Supplier<MemberStatus> status;
  private final HandOver handOver;
  private final Throttled unreadables = new Throttled(LOG, Level.WARN);

  PeerService(Turns turns, Supplier<MemberStatus> status, HandOver handOver) {
    this.turns = turns;
    this.status = status;
    this.handOver = handOver;
  }

  @Override
  public void handleRequest(RpcContext context, PeerMessage message) {
    switch (message.kind()) {
      case SUBMIT -> submit(context, message.payload());
      case STATUS ->
          context.sendResponse(new PeerMessage(PeerMessage.Kind.STATUS, status.get().encode()));
      case HAND_OVER ->
          handOver.begin(
              message.payload(),
              reply -> context.sendResponse(new PeerMessage(PeerMessage.Kind.HAND_OVER, reply)));
      case IDENTITY -> {} // PeerGuard has answered it
    }
  }

  private static void reply(RpcContext context, List<Ending> endings) {
    try {
      byte[] reply = Forwarding.encodeEndings(endings);
      context.sendResponse(new PeerMessage(PeerMessage.Kind.SUBMIT, reply));
    } catch (RuntimeException fault) {
      LOG.error("a reply could not be sent to {}", context.getRemoteAddress(), fault);
    }
  }

  /** What cannot be read as a whole is not answered: its sender is no member of this version. */
  private void submit(RpcContext context, byte[] payload) {
    try {
      ForwardedBatch batch = ForwardedBatch.read(payload, endings -> reply(context, endings));
      turns.tell((member, nanos) -> member.forwarded(batch, nanos));
    } catch (CodecException unreadable) {
      unreadables.log(
          "a message from "
              + context.getRemoteAddress()
              + " is refused: "
              + unreadable.getMessage());
    }
  }

  @Override
  public String interest() {
    return PeerMessage.class.getName();
  }

  /** On the thread that read the message: it only puts requests into a queue. */
  @Override
  public Executor executor() {
    return Runnable::run;
  }
}
