package io.tenure.jraft;

import io.tenure.link.Link;
import io.tenure.node.identity.Identity;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps a node from starting among members of another cluster. Later the link itself refuses them,
 * and says so.
 */
final class StrangerWatch {

  private static final long ANSWER_MILLIS = 500;

  private StrangerWatch() {}

  /**
   * Fails if so many members are of another cluster, or refuse this node, that it can never be part
   * of a majority. A single one is not reason enough: it would keep a healthy cluster from starting
   * again.
   */
  static void requireMajority(Identity own, Link link) {
    link.awaitFirstAnswers(ANSWER_MILLIS);
    List<String> objections = new ArrayList<>(link.objections());
    objections.addAll(link.refusals());
    int members = own.founders().size();
    if (members - objections.size() <= members / 2) {
      throw new RefusedToStartException(
          own.node() + " must not join other members: " + String.join("; ", objections));
    }
  }
}
