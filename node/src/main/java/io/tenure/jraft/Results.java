package io.tenure.jraft;

import io.tenure.kernel.Completion;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.node.logging.Throttled;
import io.tenure.replication.Batch;
import io.tenure.replication.Submission;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Gives out what applied entries led to, on the node that proposed them and applied them. A result
 * that only the archive can complete is completed here, once, on a thread that may read the disk.
 */
final class Results {

  private static final Logger LOG = LoggerFactory.getLogger(Results.class);

  private final Throttled limits = new Throttled(LOG, Level.WARN);
  private final Completion completion;
  private final Turns turns;
  private final Executor archiveReaders;

  Results(Completion completion, Turns turns, Executor archiveReaders) {
    this.completion = completion;
    this.turns = turns;
    this.archiveReaders = archiveReaders;
  }

  /** Takes the results of one entry; {@link Turns#drive} lets them go out. */
  void give(Batch batch, List<Result> results) {
    List<@Nullable Result> complete = new ArrayList<>(results.size());
    List<Runnable> rest = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      Result result = results.get(i);
      boolean done = Completion.isComplete(result);
      complete.add(done ? result : null);
      if (!done) {
        Submission submission = batch.submissions().get(i);
        rest.add(() -> finish(submission, result));
      }
      if (result instanceof LimitReached refusal) {
        limits.log(LimitWords.warning(refusal));
      }
    }
    turns.add((member, nanos) -> member.applied(batch, complete, nanos));
    if (!rest.isEmpty()) {
      archiveReaders.execute(
          () -> {
            rest.forEach(Runnable::run);
            turns.drive();
          });
    }
  }

  private void finish(Submission submission, Result result) {
    try {
      Result completed = completion.complete(result);
      if (Completion.isForgotten(completed)) {
        String reason = "the first answer has just been forgotten";
        turns.add((member, nanos) -> member.unanswerable(submission, reason));
      } else {
        turns.add((member, nanos) -> member.finished(submission, completed));
      }
    } catch (RuntimeException fault) {
      LOG.error("an answer cannot be completed", fault);
      String reason = "the node failed to look the answer up; its log says why";
      turns.add((member, nanos) -> member.unanswerable(submission, reason));
    }
  }
}
