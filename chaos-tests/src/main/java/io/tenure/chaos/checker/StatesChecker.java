package io.tenure.chaos.checker;

import io.tenure.chaos.history.NodeState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** In the end all nodes have applied the same entries, and have come to the same state. */
final class StatesChecker implements Checker {

  @Override
  public String name() {
    return "equal states";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Findings findings = new Findings();
    List<NodeState> states = evidence.finalStates();
    if (states.isEmpty()) {
      findings.doubtful("no node was asked");
    }
    Map<Long, NodeState> byIndex = new HashMap<>();
    for (NodeState state : states) {
      if (!state.answered()) {
        findings.doubtful(state.node() + " did not tell its state");
        continue;
      }
      NodeState other = byIndex.putIfAbsent(state.appliedIndex(), state);
      if (other != null && !other.digest().equals(state.digest())) {
        findings.broken(other + " and " + state + " differ after the same entry");
      }
    }
    if (byIndex.size() > 1) {
      findings.doubtful("the nodes did not come to the same entry: " + states);
    }
    return findings.verdict(name(), states.size() + " nodes");
  }
}
