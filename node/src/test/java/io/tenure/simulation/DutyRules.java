package io.tenure.simulation;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.Command;
import io.tenure.replication.Batch;
import io.tenure.replication.ClientRequest;
import io.tenure.replication.Submission;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is promised about a member's settings and level: they are proposed once at a time. */
final class DutyRules {

  private @Nullable Batch underWay;
  private long deadlineNanos;

  void handedOut(Batch batch, long nanos) {
    Optional<Submission> duty = batch.submissions().stream().filter(DutyRules::isDuty).findAny();
    if (duty.isEmpty()) {
      return;
    }
    if (underWay != null && nanos - deadlineNanos < 0) {
      throw new AssertionError("settings or level are proposed again while they are under way");
    }
    underWay = batch;
    deadlineNanos = duty.get().deadlineNanos();
  }

  /** Whether the member itself has asked for it, and not its clients or an administrator. */
  private static boolean isDuty(Submission submission) {
    if (submission instanceof ClientRequest || submission instanceof Duty) {
      return false;
    }
    Command command = RequestCodec.decode(submission.request()).command();
    return command instanceof Command.Configure || command instanceof Command.RaiseLevel;
  }

  void ended(Batch batch) {
    if (batch == underWay) {
      underWay = null;
    }
  }

  void leaderChanged() {
    underWay = null;
  }
}
