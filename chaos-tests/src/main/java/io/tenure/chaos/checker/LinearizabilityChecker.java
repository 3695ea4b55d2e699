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
 * Locks and claims behave as if everything happened in one order, the same for all clients and no
 * other than time allows. Judged key by key, with {@link LeaseModel} and {@link ClaimModel}; local
 * reads are left out.
 */
final class LinearizabilityChecker implements Checker {

  private static final Set<String> LOCK_ACTIONS =
      Set.of(LeaseModel.LOCK, LeaseModel.RENEW, LeaseModel.RELEASE, LeaseModel.READ);
  private static final Set<String> CLAIM_ACTIONS =
      Set.of(
          ClaimStory.FILE, ClaimStory.RENEW, ClaimStory.CONFIRM, ClaimStory.END, ClaimStory.READ);
  private static final int CONTEXT = 6;

  private final Map<String, LeaseModel.Proof> locks;

  /**
   * Judges everything.
   *
   * @param locks workloads that speak of locks and not of claims
   */
  LinearizabilityChecker(Map<String, LeaseModel.Proof> locks) {
    this.locks = Map.copyOf(locks);
  }

  @Override
  public String name() {
    return "linearizability";
  }

  @Override
  public Verdict check(Evidence evidence) {
    Map<String, List<Span>> byKey = byKey(evidence);
    Census census = Census.of(evidence.history());
    Findings findings = new Findings();
    int operations = 0;
    for (List<Span> spans : byKey.values()) {
      operations += spans.size();
      judge(spans, evidence.tolerance(), census, findings);
    }
    return findings.verdict(
        name(), String.format("%,d operations on %,d keys", operations, byKey.size()));
  }

  private void judge(List<Span> spans, Tolerance tolerance, Census census, Findings findings) {
    Span first = spans.get(0);
    String key = first.workload() + " " + first.key();
    LeaseModel.Proof proof = locks.get(first.workload());
    if (proof == null && !census.covers(first.key()) && hasUnknownClaims(spans)) {
      findings.doubtful(key + ": its claims were not counted at the end");
      return;
    }
    long until = System.nanoTime() + tolerance.search().toNanos();
    Linearization.Finding found =
        proof == null
            ? claims(spans, tolerance, census).search(until)
            : new Linearization<>(new LeaseModel(proof, tolerance.clockRate()), spans)
                .search(until);
    report(key, spans, found, findings);
  }

  private static Linearization<ClaimModel.State> claims(
      List<Span> spans, Tolerance tolerance, Census census) {
    ClaimFacts facts = new ClaimFacts(spans, census);
    ClaimModel model = new ClaimModel(facts, tolerance.clockRate());
    return new Linearization<>(model, facts.operations(spans));
  }

  /** A claim whose filing was not answered is known by its marker at the end, or not at all. */
  private static boolean hasUnknownClaims(List<Span> spans) {
    return spans.stream()
        .anyMatch(span -> span.action().equals(ClaimStory.FILE) && span.phase() == Phase.UNKNOWN);
  }

  private static void report(
      String key, List<Span> spans, Linearization.Finding found, Findings findings) {
    if (found.outcome() == CheckOutcome.INVALID) {
      findings.broken(
          key
              + ": no order of its "
              + spans.size()
              + " operations fits; the longest has "
              + found.longest()
              + " and does not go on to",
          around(spans, found).toArray());
    } else if (found.outcome() == CheckOutcome.UNKNOWN) {
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
      Set<String> actions = locks.containsKey(span.workload()) ? LOCK_ACTIONS : CLAIM_ACTIONS;
      if (actions.contains(span.action()) && !span.flag(Field.LOCAL)) {
        byKey.computeIfAbsent(span.workload() + "/" + span.key(), k -> new ArrayList<>()).add(span);
      }
    }
    return byKey;
  }
}
