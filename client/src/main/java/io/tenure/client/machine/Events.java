package io.tenure.client.machine;

/** Does things one after the other. */
interface Events {

  /** Runs an action soon, after those that were given before; not in here. */
  void execute(Runnable action);
}
