package io.tenure.node.identity;

import java.util.ArrayList;
import java.util.List;

/**
 * How the nodes of a new cluster come to one id. Each has made a nonce when it was bootstrapped;
 * who knows the nonces of all founders knows the id. So the cluster begins only when every founder
 * has been there, and only with the data directories that were there: one that is lost and made
 * again has another nonce. Only for one thread.
 */
public final class Founding {

  private Identity own;

  public Founding(Identity bootstrapped) {
    own = bootstrapped;
    complete();
  }

  /** Takes in what a founder said of itself, to which there is no {@link PeerCheck#objection}. */
  public void heard(Identity said) {
    if (own.isFounded()) {
      return;
    }
    if (said.isFounded()) {
      own = own.withFounders(said.founders());
    } else {
      said.nonceOf(said.node()).ifPresent(nonce -> own = own.withNonce(said.node(), nonce));
    }
    complete();
  }

  private void complete() {
    ClusterId.agreed(own).ifPresent(id -> own = own.withClusterId(id));
  }

  /** Who this node is by now. */
  public Identity identity() {
    return own;
  }

  /** The founders of which nothing has been heard. */
  public List<Founder> missing() {
    List<Founder> missing = new ArrayList<>(own.founders());
    missing.removeIf(founder -> founder.nonce().isPresent());
    return missing;
  }
}
