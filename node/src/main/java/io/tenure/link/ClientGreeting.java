package io.tenure.link;

import io.netty.channel.ChannelHandlerContext;
import io.tenure.link.Greeter.Judgement;
import io.tenure.link.Greeter.Verdict;
import io.tenure.node.identity.Identity;
import java.util.Optional;

/** Greets the node at a member's address, and finds out who it is. */
final class ClientGreeting extends GreetingHandler {

  private final Peer peer;

  ClientGreeting(Link link, Peer peer) {
    super(link);
    this.peer = peer;
  }

  @Override
  void isConnected(ChannelHandlerContext context) {
    Greeting first = link.greeter().greeting();
    context.writeAndFlush(first.encoded(context.alloc()));
  }

  @Override
  void heard(ChannelHandlerContext context, Greeting answer) {
    Optional<Identity> sender = answer.sender();
    Optional<String> flaw = answer.objectionToVersions().or(() -> flawOf(context, sender));
    if (flaw.isPresent() || sender.isEmpty()) {
      String refusal = answer.isRefusal() ? answer.refusal() : "it did not say who it is";
      failed(context, flaw.orElse(refusal));
      context.close();
      return;
    }
    Judgement known = link.greeter().judgeAnswer(peer.member(), sender.get());
    Judgement judgement = link.greeter().judgeRun(known, sender.get(), answer.run());
    peer.answeredBy(sender.get(), judgement.verdict() == Verdict.NOT_YET);
    if (judgement.verdict() == Verdict.STRANGER) {
      link.log().refused(peer.node(), "not connected: " + judgement.reason());
    } else if (judgement.verdict() == Verdict.WELCOME && answer.isRefusal()) {
      peer.refusedFor(answer.refusal());
      link.log().refused(peer.node(), peer.member() + " refused this node: " + answer.refusal());
    } else if (judgement.verdict() == Verdict.WELCOME) {
      open(context);
      return;
    }
    context.close();
  }

  private Optional<String> flawOf(ChannelHandlerContext context, Optional<Identity> sender) {
    return sender.flatMap(said -> link.objectionToCertificate(context, said));
  }

  private void open(ChannelHandlerContext context) {
    ClientConnection connection = new ClientConnection(context.channel(), peer.node());
    LinkTimes times = link.times();
    goOn(context, new Liveness(times.speakMillis(), times.silenceMillis()), connection);
    peer.opened(connection);
  }

  /** The connection is tried again; here is only said why it was none. */
  @Override
  void failed(ChannelHandlerContext context, String reason) {
    link.log().refused(peer.node(), "not connected to " + peer.member() + ": " + reason);
  }
}
