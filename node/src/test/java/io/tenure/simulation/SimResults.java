package io.tenure.simulation;

import io.tenure.kernel.Completion;
import io.tenure.kernel.Result;
import io.tenure.replication.Batch;
import io.tenure.replication.Submission;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives out what applied entries led to, and completes a little later what the archive knows. */
final class SimResults {

  private final SimProcess process;
  private final World world;
  private final Completion completion;

  SimResults(SimProcess process, World world) {
    this.process = process;
    this.world = world;
    SimStore store = process.node.store;
    completion =
        new Completion(store, id -> process.state.view(store, 0, process.nanos()).claim(id));
  }

  void give(Batch batch, List<Result> results) {
    List<@Nullable Result> complete = new ArrayList<>(results.size());
    for (int i = 0; i < results.size(); i++) {
      Result result = results.get(i);
      boolean done = Completion.isComplete(result);
      complete.add(done ? result : null);
      if (!done) {
        Submission submission = batch.submissions().get(i);
        process.later(
            world.chance.micros(SimProcess.ANSWER_MICROS), () -> finish(submission, result));
      }
    }
    SimProcess.Input input =
        (member, nanos) -> {
          member.applied(batch, complete, nanos);
          process.order.applied(batch);
        };
    if (world.badLuck(6)) {
      process.later(world.chance.micros(SimProcess.ANSWER_MICROS), () -> process.tell(input));
    } else {
      process.add(input);
    }
  }

  private void finish(Submission submission, Result result) {
    Result completed = completion.complete(result);
    if (Completion.isForgotten(completed)) {
      world.checker.isForgotten(process.node, completed);
      process.tell((member, nanos) -> member.unanswerable(submission, "it is forgotten"));
    } else {
      process.tell((member, nanos) -> member.finished(submission, completed));
    }
  }
}
