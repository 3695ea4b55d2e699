package io.tenure.chaos.checker;

import io.tenure.chaos.history.FaultSpan;
import io.tenure.chaos.history.History;
import io.tenure.chaos.history.NodeState;
import java.util.List;

/**
 * All that the checkers know of a run.
 *
 * @param finalStates of every node of the cluster, after all faults were healed and all was quiet
 */
public record Evidence(
    History history, List<FaultSpan> faults, List<NodeState> finalStates, Tolerance tolerance) {

  public Evidence {
    faults = List.copyOf(faults);
    finalStates = List.copyOf(finalStates);
  }
}
