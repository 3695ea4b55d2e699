package io.tenure.jraft;

import com.alipay.sofa.jraft.entity.PeerId;
import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.IdentityText;
import io.tenure.node.identity.PeerCheck;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Asks whoever is at the other members' addresses who they are. */
final class PeerIdentities {

  private static final PeerMessage QUESTION =
      new PeerMessage(PeerMessage.Kind.IDENTITY, new byte[0]);

  private final Identity own;
  private final Peers peers;
  private final Executor workers;

  PeerIdentities(Identity own, Peers peers, Executor workers) {
    this.own = own;
    this.peers = peers;
    this.workers = workers;
  }

  /** What was found out in time: who answered, and what speaks against whom. */
  record Findings(List<Identity> fellows, List<String> objections) {}

  /** Asks all at once; whoever does not answer in time, or not in our words, is left out. */
  Findings ask(long millis) {
    List<Founder> others = own.others();
    List<CompletableFuture<Optional<Identity>>> answers =
        others.stream().map(each -> ask(each, millis)).toList();
    Findings findings = new Findings(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < others.size(); i++) {
      Founder asked = others.get(i);
      answers.get(i).join().ifPresent(said -> judge(asked, said, findings));
    }
    return findings;
  }

  private void judge(Founder asked, Identity said, Findings findings) {
    Optional<String> objection = PeerCheck.objection(own, asked, said);
    objection.ifPresentOrElse(findings.objections()::add, () -> findings.fellows().add(said));
  }

  private CompletableFuture<Optional<Identity>> ask(Founder founder, long millis) {
    PeerId peer = RaftTuning.peer(founder.raftAddress());
    return CompletableFuture.supplyAsync(() -> peers.call(peer, QUESTION, millis), workers)
        .thenCompose(answer -> answer)
        .thenApply(bytes -> IdentityText.parse(new String(bytes, StandardCharsets.UTF_8)))
        .completeOnTimeout(Optional.empty(), millis, TimeUnit.MILLISECONDS)
        .exceptionally(silent -> Optional.empty());
  }
}
