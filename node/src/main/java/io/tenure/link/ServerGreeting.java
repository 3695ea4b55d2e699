package io.tenure.link;

import io.netty.channel.ChannelHandlerContext;
import io.tenure.link.Greeter.Judgement;
import io.tenure.link.Greeter.Verdict;
import io.tenure.node.identity.Identity;
import java.util.Optional;

/** Finds out who has connected to this node, and lets in the members of its cluster. */
final class ServerGreeting extends GreetingHandler {

  private final LinkServer server;

  ServerGreeting(Link link, LinkServer server) {
    super(link);
    this.server = server;
  }

  @Override
  void heard(ChannelHandlerContext context, Greeting greeting) {
    Optional<Identity> sender = greeting.sender();
    Optional<String> flaw = greeting.objectionToVersions().or(() -> flawOf(context, sender));
    if (flaw.isPresent() || sender.isEmpty()) {
      String reason = flaw.orElse("it did not say who it is");
      failed(context, reason);
      sayAndClose(context, Greeting.refusing(Optional.empty(), reason));
      return;
    }
    Identity own = link.greeter().own();
    Judgement judgement =
        link.greeter()
            .judgeRun(link.greeter().judgeCaller(sender.get()), sender.get(), greeting.run());
    if (judgement.verdict() == Verdict.WELCOME) {
      letIn(context, sender.get());
      return;
    }
    if (judgement.verdict() == Verdict.STRANGER) {
      failed(context, judgement.reason());
    }
    sayAndClose(context, Greeting.refusing(Optional.of(own), judgement.reason()));
  }

  private Optional<String> flawOf(ChannelHandlerContext context, Optional<Identity> sender) {
    return sender.flatMap(said -> link.objectionToCertificate(context, said));
  }

  private void letIn(ChannelHandlerContext context, Identity peer) {
    ServerConnection connection =
        new ServerConnection(context.channel(), peer, server.service(), link.log());
    server.letIn(connection, context.channel());
    // Only then, so that who hears it and connects once more is the newer one.
    context.writeAndFlush(link.greeter().greeting().encoded(context.alloc()));
    LinkTimes times = link.times();
    // Who has connected is to notice first, since it can connect again.
    goOn(context, new Liveness(times.speakMillis(), 2L * times.silenceMillis()), connection);
  }

  @Override
  void failed(ChannelHandlerContext context, String reason) {
    String who = LinkServer.hostOf(context.channel());
    link.log().refused(who, "connection from " + who + " refused: " + reason);
  }
}
