package io.tenure.chaos.cluster;

import java.lang.invoke.VarHandle;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The clocks of one node, as the shim {@code clockshim.c} bends them. The monotonic clock can run
 * fast or slow but neither jumps nor goes back; the wall clock can be set besides.
 */
public final class ClockControl {

  private static final int VERSION = 0;
  private static final int WALL_OFFSET = 8;
  private static final int RATE = 16;
  private static final int TRUE_BASE = 24;
  private static final int BENT_BASE = 32;
  private static final int BYTES = 40;

  private final ControlFile file;

  ClockControl(Path path) {
    this.file = new ControlFile(path, BYTES);
    write(0, 1.0);
  }

  Path path() {
    return file.path();
  }

  /** Sets the wall clock off by as much from what it would show. */
  public synchronized void setWall(Duration offset) {
    write(offset.toNanos(), file.memory().getDouble(RATE));
  }

  /** Lets both clocks run at so many seconds per true second. */
  public synchronized void setRate(double rate) {
    write(file.memory().getLong(WALL_OFFSET), rate);
  }

  /** True time again, but what the monotonic clock has gained or lost stays. */
  public synchronized void heal() {
    write(0, 1.0);
  }

  /** A version that is odd tells the shim to look again, because the others are being changed. */
  private void write(long wallOffset, double rate) {
    MappedByteBuffer memory = file.memory();
    memory.putLong(VERSION, memory.getLong(VERSION) + 1);
    VarHandle.fullFence();
    long now = System.nanoTime(); // the clock that the kernel calls CLOCK_MONOTONIC
    double past = now - memory.getLong(TRUE_BASE);
    long bent = memory.getLong(BENT_BASE) + (long) (past * memory.getDouble(RATE));
    boolean first = memory.getDouble(RATE) == 0;
    memory.putLong(WALL_OFFSET, wallOffset);
    memory.putDouble(RATE, rate);
    memory.putLong(TRUE_BASE, now);
    memory.putLong(BENT_BASE, first ? now : bent);
    VarHandle.fullFence();
    memory.putLong(VERSION, memory.getLong(VERSION) + 1);
  }
}
