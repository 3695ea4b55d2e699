package io.tenure.chaos.checker;

/** What a checker found. Only VALID is good: a run that cannot be judged has not passed. */
public enum CheckOutcome {
  VALID,
  INVALID,
  /** It could not be judged: too little happened, or the time for the search was over. */
  UNKNOWN
}
