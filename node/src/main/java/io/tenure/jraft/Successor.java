package io.tenure.jraft;

import com.alipay.sofa.jraft.entity.PeerId;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * To whom a leader hands over when it does not matter to whom. JRaft takes whoever has the most of
 * its log, and for a while that may be a member that has just stopped: then nobody takes over, and
 * the leader waits in vain.
 */
final class Successor {

  private Successor() {}

  /**
   * Chooses a member; leaves it to JRaft if all of them can take over.
   *
   * @param others all members but the leader
   */
  static Optional<PeerId> among(List<PeerId> others, Predicate<PeerId> canTakeOver) {
    List<PeerId> able = others.stream().filter(canTakeOver).toList();
    return able.size() > 1 && able.equals(others)
        ? Optional.of(PeerId.ANY_PEER)
        : able.stream().findFirst();
  }
}
