package io.tenure.chaos.cluster;

import java.nio.file.Path;
import java.time.Duration;

/** What the shim {@code diskshim.c} does to one node's writes and syncs of its data. */
public final class DiskControl {

  private static final int SYNC_DELAY = 0;
  private static final int SYNC_ERROR = 4;
  private static final int WRITE_ERROR = 8;
  private static final int TORN = 12;
  private static final int BYTES = 16;
  private static final int INPUT_OUTPUT_ERROR = 5;

  private final ControlFile file;

  DiskControl(Path path) {
    this.file = new ControlFile(path, BYTES);
    heal();
  }

  Path path() {
    return file.path();
  }

  /** Every fsync takes so much longer. */
  public void delaySync(Duration delay) {
    file.memory().putInt(SYNC_DELAY, (int) delay.toMillis());
  }

  /** Every fsync fails as a broken disk makes it fail. */
  public void failSync() {
    file.memory().putInt(SYNC_ERROR, INPUT_OUTPUT_ERROR);
  }

  /** Every write leaves its first half on disk and fails. */
  public void tearWrites() {
    file.memory().putInt(TORN, 1);
    file.memory().putInt(WRITE_ERROR, INPUT_OUTPUT_ERROR);
  }

  public void heal() {
    file.memory().putInt(SYNC_DELAY, 0);
    file.memory().putInt(SYNC_ERROR, 0);
    file.memory().putInt(WRITE_ERROR, 0);
    file.memory().putInt(TORN, 0);
  }
}
