package io.tenure.bench.load;

/** What the clients report to: counts their operations and tells them to go on or to stop. */
public interface Stage {
  /** The client is prepared. */
  void ready(Actor actor);

  /** An operation that began at {@code startedNanos} succeeded now. */
  void record(long startedNanos);

  /** The client has no operation in flight any more. */
  void next(Actor actor);

  /** An operation failed; the client can go on. */
  void failed(Actor actor, String why);

  /** The client's connection is gone; it cannot go on. */
  void lost(Actor actor, String why);

  /** The client gave everything back. */
  void retired(Actor actor);

  /** A number that no other operation of this stage has had. */
  long nextNumber();
}
