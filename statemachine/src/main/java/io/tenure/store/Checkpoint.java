package io.tenure.store;

import io.tenure.codec.AppliedHead;
import java.nio.file.Path;

/**
 * A copy of a store as it was after one log entry. It is made of links to files that never change,
 * so it can be sealed later, and by another thread.
 */
public record Checkpoint(Path directory, AppliedHead head) {

  public long appliedIndex() {
    return head.index();
  }

  /** Reads all files once, makes sure that they are on disk, and lists them in the checkpoint. */
  public Manifest seal() {
    return Manifest.write(directory, head.index(), head.digest());
  }
}
