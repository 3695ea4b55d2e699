package io.tenure.chaos.history;

/** Where an operation stands: begun, or ended in one of three ways. */
public enum Phase {
  /** The client is about to send it. */
  INVOKE,
  /** The cluster answered; the fields say what. A refusal by the rules is an answer too. */
  OK,
  /** It surely had no effect, and its answer says nothing of the state. */
  FAIL,
  /** It may have had its effect, or may still have it. */
  UNKNOWN
}
