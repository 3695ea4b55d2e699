package io.tenure.link;

import io.tenure.node.identity.Founder;
import io.tenure.node.identity.Identity;
import io.tenure.node.identity.KnownRuns;
import io.tenure.node.identity.PeerCheck;
import io.tenure.node.identity.Run;
import java.util.Optional;

/** Decides with whom this node has to do, by what they say of themselves. Thread-safe. */
final class Greeter {

  /** What to do with another node. */
  enum Verdict {
    WELCOME,
    /** A node of this cluster, but one of the two waits for the cluster to begin. */
    NOT_YET,
    /** Not a node of this cluster. */
    STRANGER
  }

  /**
   * A verdict and its reason.
   *
   * @param reason a sentence that names the other node; empty if it is welcome
   */
  record Judgement(Verdict verdict, String reason) {}

  private static final Judgement WELCOME = new Judgement(Verdict.WELCOME, "");

  private final Identity own;
  private final KnownRuns runs;

  Greeter(Identity own, KnownRuns runs) {
    this.own = own;
    this.runs = runs;
  }

  Identity own() {
    return own;
  }

  /** What this node says first. */
  Greeting greeting() {
    return Greeting.from(own, runs.own());
  }

  /** Judges, beyond who it is, with which data a node comes that would be welcome. */
  Judgement judgeRun(Judgement judgement, Identity said, Run run) {
    return judgement.verdict() == Verdict.WELCOME
        ? runs.objection(said.node(), run).map(Greeter::stranger).orElse(judgement)
        : judgement;
  }

  /** Judges a node that has connected to this one. */
  Judgement judgeCaller(Identity said) {
    Optional<Founder> claimed =
        own.others().stream().filter(each -> each.id().equals(said.node())).findFirst();
    if (!said.cluster().equals(own.cluster())) {
      return stranger(
          "node %s belongs to cluster %s, not to %s"
              .formatted(said.node(), said.cluster(), own.cluster()));
    }
    if (said.node().equals(own.node())) {
      return stranger(
          "node %s has the name of this node: two nodes have one name, or it called itself"
              .formatted(said.node()));
    }
    return claimed
        .map(member -> judge(member, said))
        .orElseGet(
            () ->
                stranger(
                    "node %s is not a member of cluster %s"
                        .formatted(said.node(), said.cluster())));
  }

  /** Judges the node that was found at a member's address. */
  Judgement judgeAnswer(Founder asked, Identity said) {
    return judge(asked, said);
  }

  private Judgement judge(Founder member, Identity said) {
    Optional<String> objection = PeerCheck.objection(own, member, said);
    if (objection.isPresent()) {
      return stranger(objection.get());
    }
    return own.isFounded() && said.isFounded()
        ? WELCOME
        : new Judgement(Verdict.NOT_YET, "the cluster of " + member + " has not begun yet");
  }

  private static Judgement stranger(String reason) {
    return new Judgement(Verdict.STRANGER, reason);
  }
}
