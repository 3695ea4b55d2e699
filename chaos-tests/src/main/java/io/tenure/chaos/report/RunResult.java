package io.tenure.chaos.report;

import io.tenure.chaos.checker.Verdict;
import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.NodeState;
import java.time.Instant;
import java.util.List;

/**
 * All that a report tells.
 *
 * @param head what was run
 * @param schedule what was to go wrong, one line each; what did go wrong are the faults
 * @param failovers how long each measured fail-over took; empty if none was measured
 * @param notes what a reader should know besides, such as faults that this machine cannot do
 */
public record RunResult(
    Head head,
    List<Verdict> verdicts,
    History history,
    List<FaultSpan> faults,
    List<NodeState> finalStates,
    List<String> schedule,
    List<Failover> failovers,
    List<String> notes) {

  public RunResult {
    verdicts = List.copyOf(verdicts);
    faults = List.copyOf(faults);
    finalStates = List.copyOf(finalStates);
    schedule = List.copyOf(schedule);
    failovers = List.copyOf(failovers);
    notes = List.copyOf(notes);
  }

  /**
   * What was run.
   *
   * @param title such as "3 nodes on network namespaces"
   * @param seed that everything was drawn from
   * @param command that repeats the run
   * @param lengthNanos how long the clients were at work, by the harness's clock
   */
  public record Head(String title, long seed, String command, Instant began, long lengthNanos) {}
}
