package io.tenure.jraft;

import io.tenure.node.identity.Identity;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when a node of another cluster is at a member's address. It could do no harm: it knows
 * another Raft group, and {@link PeerGuard} turns it away. But the operator must learn why that
 * member is missing.
 */
final class StrangerWatch {

  private static final Logger LOG = LoggerFactory.getLogger(StrangerWatch.class);
  private static final long ANSWER_MILLIS = 500;
  private static final long PERIOD_SECONDS = 10;
  private static final int SILENT_ROUNDS = 6;

  private final Identity own;
  private final PeerIdentities identities;
  private List<String> told = List.of();
  private int silentRounds;

  StrangerWatch(Identity own, PeerIdentities identities) {
    this.own = own;
    this.identities = identities;
  }

  /**
   * Fails if so many members are of another cluster that this node can never be part of a majority.
   * A single one is not reason enough: it would keep a healthy cluster from starting again.
   */
  void requireMajority() {
    if (own.others().isEmpty()) {
      return;
    }
    List<String> objections = identities.ask(ANSWER_MILLIS).objections();
    int members = own.founders().size();
    if (members - objections.size() <= members / 2) {
      throw new RefusedToStartException(
          own.node() + " must not join other members: " + String.join("; ", objections));
    }
    report(objections);
  }

  void start(ScheduledExecutorService timer, Executor workers) {
    if (!own.others().isEmpty()) {
      timer.scheduleWithFixedDelay(
          () -> workers.execute(this::look), PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
    }
  }

  private synchronized void look() {
    report(identities.ask(ANSWER_MILLIS).objections());
  }

  /** At once when something has changed, and else from time to time. */
  private synchronized void report(List<String> objections) {
    silentRounds++;
    if (!objections.equals(told) || silentRounds >= SILENT_ROUNDS) {
      objections.forEach(objection -> LOG.error("a member is not of this cluster: {}", objection));
      told = objections;
      silentRounds = 0;
    }
  }
}
