package io.tenure.simulation;

import java.util.concurrent.Executor;

/** Something that was asked of a process, and that has to end in time. It is its caller's home. */
class Call implements Executor {

  /** A late thread, a beat, and the way of the answer; all while the process runs. */
  private static final long TOLERANCE_MICROS =
      SimProcess.LATEST_MICROS + 100_000 + 2 * SimProcess.ANSWER_MICROS;

  final SimProcess process;
  final String what;
  final long cameNanos;
  private final long dueNanos;
  private final long toleranceMicros;
  private long lateSinceMicros = -1;
  private boolean isOver;

  /**
   * Makes a call that comes now.
   *
   * @param extraMicros how much later than due it may end
   */
  Call(SimProcess process, String what, long dueNanos, long extraMicros) {
    this.process = process;
    this.what = what;
    this.cameNanos = process.nanos();
    this.dueNanos = dueNanos;
    this.toleranceMicros = TOLERANCE_MICROS + extraMicros;
  }

  /** The member says how it ends. */
  void isTold() {}

  final boolean isOver() {
    return isOver;
  }

  final void end() {
    isOver = true;
  }

  final void requireInTime() {
    if (process.nanos() - dueNanos < 0) {
      return;
    }
    long running = process.recorder.runningMicros();
    if (lateSinceMicros < 0) {
      lateSinceMicros = running;
    }
    if (running - lateSinceMicros > toleranceMicros) {
      throw new AssertionError("node %d does not answer %s".formatted(process.node.id, what));
    }
  }

  @Override
  public final void execute(Runnable command) {
    command.run();
  }
}
