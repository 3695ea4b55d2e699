package io.tenure.node.raft;

import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import io.tenure.codec.CodecException;
import io.tenure.node.logging.Throttled;
import io.tenure.node.raft.Forwarding.Ending;
import io.tenure.node.raft.Forwarding.Item;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** Answers what other nodes ask of this one besides Raft itself. */
final class PeerService implements RpcProcessor<PeerMessage> {

  private static final Logger LOG = LoggerFactory.getLogger(PeerService.class);

  private final Leadership leadership;
  private final Proposer proposer;
  private final Replica replica;
  private final Supplier<MemberStatus> status;
  private final HandOver handOver;
  private final Throttled unreadables = new Throttled(LOG, Level.WARN);

  PeerService(
      Leadership leadership,
      Proposer proposer,
      Replica replica,
      Supplier<MemberStatus> status,
      HandOver handOver) {
    this.leadership = leadership;
    this.proposer = proposer;
    this.replica = replica;
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

  private static void reply(RpcContext context, byte[] endings) {
    context.sendResponse(new PeerMessage(PeerMessage.Kind.SUBMIT, endings));
  }

  /**
   * Takes requests in, if this node leads. Only then does it know of every change of the level, so
   * that it can judge what others send.
   *
   * <p>What cannot be read as a whole is not answered: its sender is no member of this version.
   */
  private void submit(RpcContext context, byte[] payload) {
    List<Item> items;
    try {
      items = Forwarding.decodeItems(payload);
    } catch (CodecException unreadable) {
      unreadables.log(
          "a message from "
              + context.getRemoteAddress()
              + " is refused: "
              + unreadable.getMessage());
      return;
    }
    if (!leadership.standing().mine()) {
      List<Ending> endings =
          Collections.nCopies(items.size(), Ending.of(Forwarding.Fate.NOT_LEADER, ""));
      reply(context, Forwarding.encodeEndings(endings));
      return;
    }
    ForwardedBatch batch =
        new ForwardedBatch(items.size(), replica.completion(), reply -> reply(context, reply));
    proposer.offerAll(batch.submissions(items, replica.level(), System.nanoTime()));
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
