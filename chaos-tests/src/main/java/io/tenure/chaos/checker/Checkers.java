package io.tenure.chaos.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All checkers, and how their verdicts are put together. */
public final class Checkers {

  private static final Logger LOG = LoggerFactory.getLogger(Checkers.class);

  private Checkers() {}

  public static List<Checker> all() {
    return List.of(
        new HoldersChecker(),
        new RegisterChecker(),
        new DurabilityChecker(),
        new QueueChecker(),
        new TokensChecker(),
        new LinearizabilityChecker(
            Map.of(
                "locks", LeaseModel.Proof.TOKEN,
                "leases", LeaseModel.Proof.TOKEN,
                "locket", LeaseModel.Proof.OWNER)),
        new ReadsChecker(),
        new LocalReadsChecker(),
        new ExpiryChecker(),
        new RepeatsChecker(),
        new EventsChecker(),
        new AnswersChecker(),
        new AvailabilityChecker(),
        new StatesChecker());
  }

  /** Every checker's verdict; a checker that cannot cope with the evidence gives UNKNOWN. */
  public static List<Verdict> check(Evidence evidence) {
    List<Verdict> verdicts = new ArrayList<>();
    for (Checker checker : all()) {
      verdicts.add(check(checker, evidence));
    }
    return verdicts;
  }

  private static Verdict check(Checker checker, Evidence evidence) {
    try {
      return checker.check(evidence);
    } catch (RuntimeException fault) {
      LOG.error("checker {} failed", checker.name(), fault);
      return new Verdict(
          checker.name(), CheckOutcome.UNKNOWN, "the checker failed: " + fault, List.of());
    }
  }

  /** INVALID if any is, else UNKNOWN if any is, else VALID; nothing at all is UNKNOWN. */
  public static CheckOutcome worst(List<Verdict> verdicts) {
    if (verdicts.isEmpty()
        || verdicts.stream().anyMatch(v -> v.outcome() == CheckOutcome.UNKNOWN)) {
      return verdicts.stream().anyMatch(v -> v.outcome() == CheckOutcome.INVALID)
          ? CheckOutcome.INVALID
          : CheckOutcome.UNKNOWN;
    }
    return verdicts.stream().allMatch(Verdict::isValid) ? CheckOutcome.VALID : CheckOutcome.INVALID;
  }
}
