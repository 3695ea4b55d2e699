package io.tenure.chaos.checker;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Phase;
import io.tenure.chaos.history.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Locks behave as if everything happened in one order, the same for all clients and no other than
 * time allows. Judged key by key, with {@link LeaseModel}; local reads are left out.
 */
final class LinearizabilityChecker implements Checker {

  private static final Set<String> ACTIONS =
      Set.of(LeaseModel.LOCK, LeaseModel.RENEW, LeaseModel.RELEASE, LeaseModel.READ);

  private static final int CONTEXT = 6;

  private final Map<String, LeaseModel.Proof> workloads;

  /** Judges the keys of these workloads. */
  LinearizabilityChecker(Map<String, LeaseModel.Proof> workloads) {
    this.workloads = Map.copyOf(workloads);
  }

  @Override
  public String name() {
    return "linearizability";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Map<String, List<Span>> byKey = byKey(evidence);
    Findings findings = new Findings();
    long until = System.nanoTime() + evidence.tolerance().search().toNanos();
    int operations = 0;
    for (List<Span> spans : byKey.values()) {
      operations += spans.size();
      judge(spans, evidence.tolerance().clockRate(), until, findings);
    }
    return findings.verdict(
        name(), String.format("%,d operations on %,d keys", operations, byKey.size()));
  }

  private void judge(List<Span> spans, double clockRate, long until, Findings findings) {
    Span first = spans.get(0);
    LeaseModel.Proof proof = workloads.getOrDefault(first.workload(), LeaseModel.Proof.TOKEN);
    Linearization.Finding found =
        new Linearization<>(new LeaseModel(proof, clockRate), spans).search(until);
    String key = first.workload() + " " + first.key();
    if (found.outcome() == Outcome.INVALID) {
      findings.broken(
          key
              + ": no order of its "
              + spans.size()
              + " operations fits; the longest has "
              + found.longest()
              + " and does not go on to",
          around(spans, found).toArray());
    } else if (found.outcome() == Outcome.UNKNOWN) {
      findings.doubtful(key + ": no verdict in time for its " + spans.size() + " operations");
    }
  }

  /** The operation at which the search broke off, and those that ended shortly before. */
  private static List<Span> around(List<Span> spans, Linearization.Finding found) {
    List<Span> shown = new ArrayList<>();
    found
        .stuck()
        .ifPresent(
            stuck -> {
              shown.add(stuck);
              List<Span> before =
                  spans.stream()
                      .filter(span -> span.begin() < stuck.end() && span.id() != stuck.id())
                      .filter(span -> span.phase() != Phase.FAIL)
                      .toList();
              shown.addAll(before.subList(Math.max(0, before.size() - CONTEXT), before.size()));
            });
    return shown;
  }

  private Map<String, List<Span>> byKey(Evidence evidence) {
    Map<String, List<Span>> byKey = new TreeMap<>();
    for (Span span : evidence.history().spans()) {
      if (workloads.containsKey(span.workload())
          && ACTIONS.contains(span.action())
          && !span.flag(Field.LOCAL)) {
        byKey.computeIfAbsent(span.workload() + "/" + span.key(), k -> new ArrayList<>()).add(span);
      }
    }
    return byKey;
  }
}
