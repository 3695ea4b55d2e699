package io.tenure.jraft;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a member's log is, by which one that has started before is told from one that has not. */
public final class MemberLog {

  private MemberLog() {}

  /** Whether a member has ever started in this data directory. */
  public static boolean existsIn(Path data) {
    return Files.isDirectory(RaftTuning.logDirectory(data));
  }

  /**
   * Makes the place for a log, by which a member that has never started is told from one whose log
   * is gone.
   */
  public static void makeIn(Path data) throws IOException {
    Files.createDirectories(RaftTuning.logDirectory(data));
  }
}
