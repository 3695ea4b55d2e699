package io.tenure.service;

import java.util.List;
import java.util.concurrent.CompletionStage;

/** Moves leadership to a member that an operator names. */
public interface LeaderChange {

  /** What came of a wish to move leadership. */
  enum Outcome {
    /** The member leads. */
    LEADS,
    /** Nothing was begun, and nothing will happen later. */
    NOT_BEGUN,
    /** It was begun, or may have been: the member may still become the leader. */
    UNKNOWN
  }

  /** The names of all members. */
  List<String> members();

  /** Tells within seconds what came of it. */
  CompletionStage<Outcome> moveTo(String member);
}
