package io.tenure.replication;

import io.tenure.service.Caller;

/** Gathers the ends of calls, so that whoever is at home at one place is woken once for all. */
public interface Replies {

  void add(Caller caller, Runnable ending);

  /** Lets all that was added happen, each at its caller's home. */
  void send();
}
