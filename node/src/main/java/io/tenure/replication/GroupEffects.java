package io.tenure.replication;

/**
 * What a {@link Member} wants done about who leads, and of the other members. As of {@link
 * Effects}: each method starts something and returns at once, and what comes of it is told later.
 */
public interface GroupEffects {

  /**
   * Asks the leader to hand over. Ends with {@link HandOvers#replied}, {@link HandOvers#notSent} or
   * {@link HandOvers#unanswered}.
   */
  void askToHandOver(HandOver.Question question);

  /** Lets the log transfer leadership. Ends with {@link HandOvers#transferred}. */
  void transfer(Transfer transfer);

  /**
   * Asks all members, this one among them, for the newest level that each knows. Ends with {@link
   * LeaderDuties#reported} for each that answers.
   */
  void askLevels(long question);

  /**
   * Looks whether the machine of this leader refuses connections, since its process has ended. Ends
   * with {@link LeaderLoss#gone} if so.
   */
  void probe(Standing leader);

  /** Lets this member stand for election, if it still follows in that term. */
  void standForElection(long term);

  /** Compares this member's state with that of the others; see {@link DigestComparison}. */
  void compareDigests();
}
