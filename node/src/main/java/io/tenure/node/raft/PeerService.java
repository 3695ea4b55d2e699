package io.tenure.node.raft;

import com.alipay.sofa.jraft.rpc.RpcContext;
import com.alipay.sofa.jraft.rpc.RpcProcessor;
import io.tenure.node.raft.Forwarding.Item;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Answers what other nodes ask of this one besides Raft itself. */
final class PeerService implements RpcProcessor<PeerMessage> {

  private final Proposer proposer;
  private final Completion completion;
  private final Supplier<MemberStatus> status;
  private final HandOver handOver;
  private final long timeoutNanos;

  PeerService(
      Proposer proposer,
      Completion completion,
      Supplier<MemberStatus> status,
      HandOver handOver,
      long timeoutNanos) {
    this.proposer = proposer;
    this.completion = completion;
    this.status = status;
    this.handOver = handOver;
    this.timeoutNanos = timeoutNanos;
  }

  @Override
  public void handleRequest(RpcContext context, PeerMessage message) {
    switch (message.kind()) {
      case SUBMIT -> submit(context, Forwarding.decodeItems(message.payload()));
      case STATUS ->
          context.sendResponse(new PeerMessage(PeerMessage.Kind.STATUS, status.get().encode()));
      case HAND_OVER ->
          handOver.begin(
              message.payload(),
              reply -> context.sendResponse(new PeerMessage(PeerMessage.Kind.HAND_OVER, reply)));
    }
  }

  private void submit(RpcContext context, List<Item> items) {
    ForwardedBatch batch =
        new ForwardedBatch(
            items.size(),
            completion::complete,
            reply -> context.sendResponse(new PeerMessage(PeerMessage.Kind.SUBMIT, reply)));
    proposer.offerAll(batch.submissions(items, System.nanoTime() + timeoutNanos));
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
