package io.tenure.replication;

import java.util.function.Supplier;

/** What a member decides about who leads, and together with the other members. */
final class Group {

  final HandOvers handOvers;
  final LeaderDuties duties;
  final LeaderLoss leaderLoss;
  private final DigestSchedule digests;
  private final GroupEffects effects;
  private final Supplier<Applied> state;
  private final boolean alone;

  Group(Member.Setup setup, Member.Ports ports, long nanos) {
    handOvers = new HandOvers(setup, ports, nanos);
    duties = new LeaderDuties(setup, ports, nanos);
    leaderLoss = new LeaderLoss(setup, ports.group());
    digests = new DigestSchedule(nanos);
    effects = ports.group();
    state = ports.state();
    alone = setup.members().size() == 1;
  }

  void leaderChanged(Standing next, long nanos) {
    handOvers.leaderChanged(next, nanos);
    duties.leaderChanged(next, nanos);
    leaderLoss.leaderChanged(next);
  }

  /**
   * Does what is due.
   *
   * @param nothingUnderWay whether everybody is answered whose request is in the log
   */
  void step(boolean nothingUnderWay, long nanos) {
    handOvers.step(nothingUnderWay, nanos);
    leaderLoss.step(nanos);
    if (digests.isDue(state.get(), nanos) && !alone) {
      effects.compareDigests();
    }
  }

  /** When {@link #step} should be called again, if nothing else happens. */
  long nextNanos(long nanos) {
    long next = earlier(handOvers.nextNanos(nanos), duties.nextNanos(nanos));
    next = earlier(next, leaderLoss.nextNanos(nanos));
    return earlier(next, digests.dueNanos());
  }

  private static long earlier(long one, long other) {
    return one - other < 0 ? one : other;
  }
}
