package io.tenure.jraft;

import io.tenure.codec.CodecException;
import io.tenure.link.IncomingCall;
import io.tenure.link.LinkService;
import io.tenure.link.Payload;
import io.tenure.replication.ForwardedBatch;
import io.tenure.replication.Forwarding;
import io.tenure.replication.Forwarding.Ending;
import io.tenure.replication.Transfer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers what other nodes ask of this one besides Raft itself, on the thread that read it. */
final class PeerService implements LinkService {

  private static final Logger LOG = LoggerFactory.getLogger(PeerService.class);

  private final Turns turns;
  private final Supplier<MemberStatus> status;

  PeerService(Turns turns, Supplier<MemberStatus> status) {
    this.turns = turns;
    this.status = status;
  }

  @Override
  public void handle(IncomingCall call) {
    byte[] payload = new byte[call.payload().remaining()];
    call.payload().get(payload);
    if (call.method() == PeerMessage.Kind.SUBMIT.code()) {
      submit(call, payload);
    } else if (call.method() == PeerMessage.Kind.STATUS.code()) {
      call.answer(call.method(), Payload.of(status.get().encode()));
    } else if (call.method() == PeerMessage.Kind.HAND_OVER.code()) {
      handOver(call, payload);
    } else {
      throw new CodecException("unknown method: " + call.method());
    }
  }

  /**
   * What cannot be read as a whole ends the connection: its sender is no member of this version.
   */
  private void submit(IncomingCall call, byte[] payload) {
    ForwardedBatch batch = ForwardedBatch.read(payload, endings -> reply(call, endings));
    turns.tell((member, nanos) -> member.forwarded(batch, nanos));
  }

  private void handOver(IncomingCall call, byte[] target) {
    Transfer transfer =
        Transfer.to(
            new String(target, StandardCharsets.UTF_8),
            reply -> call.answer(call.method(), Payload.of(reply.encoded())));
    turns.tell((member, nanos) -> member.handOvers().askedByPeer(transfer, nanos));
  }

  private static void reply(IncomingCall call, List<Ending> endings) {
    try {
      call.answer(call.method(), Payload.of(Forwarding.encodeEndings(endings)));
    } catch (RuntimeException fault) {
      LOG.error("a reply could not be sent to {}", call.session().node(), fault);
    }
  }
}
