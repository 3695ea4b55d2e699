package io.tenure.chaos.checker;

/** One promise, and how to see in a run whether it was kept. */
public interface Checker {

  String name();

  Verdict check(Evidence evidence);
}
