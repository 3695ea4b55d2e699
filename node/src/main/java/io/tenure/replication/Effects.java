package io.tenure.replication;

import io.tenure.kernel.ClusterTime;
import io.tenure.service.Caller;
import java.util.List;

/**
 * What a {@link Member} wants done. Each method starts something and returns at once; what comes of
 * it is told to the member later, never from within the call.
 */
public interface Effects {

  /**
   * Appends an entry to the log, in the batch's term and in no other. Ends with {@link
   * Member#applied} or {@link Member#failed}, or with neither if this member stops leading.
   */
  void propose(Batch batch, ClusterTime stamp);

  /**
   * Sends requests to the leader. Ends with {@link Member#replied}, {@link Member#notSent} or
   * {@link Member#unanswered}.
   */
  void send(Batch batch, String leader, long nanos);

  /** Asks a quorum how far the log is committed. Ends with {@link Member#roundEnded}. */
  void startRound(Round round);

  /**
   * The round's leader leads no longer. Unless its answer has come already, it ends as one that
   * failed.
   */
  void abandonRound(Round round);

  /** Asks a quorum whether this member still leads. Ends with {@link Member#confirmed}. */
  void askQuorum(long question);

  /** Lets those who wait for changes of the state be told of none any more. */
  void forget(List<Wait> waits);

  /** Ends a call where its caller wants that. */
  void answer(Caller caller, Runnable ending);
}
