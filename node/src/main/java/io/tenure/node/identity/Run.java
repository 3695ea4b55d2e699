package io.tenure.node.identity;

/**
 * One time that a process uses a data directory.
 *
 * @param number counts them, from 1; 0 if it is not known
 * @param life made at random by the process, so that two that have one number are told apart
 */
public record Run(long number, long life) {

  public static final Run UNKNOWN = new Run(0, 0);

  boolean isKnown() {
    return number > 0;
  }
}
