package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.Invariants;
import io.tenure.kernel.Level;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Repeated;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Result.Ticked;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sees everything and knows the promises. The first node that applies an entry sets what all others
 * must make of it.
 */
final class Checker {

  private record Known(long term, byte[] data, Outcome outcome, long digest) {}

  final Beliefs beliefs = new Beliefs();
  final TimeRules times = new TimeRules();
  final AnswerRules answers = new AnswerRules();
  final DeliveryRules deliveries = new DeliveryRules();
  final GraceRules graces = new GraceRules();
  final ReadRules reads = new ReadRules();
  final CallRules calls = new CallRules(deliveries, reads);
  final WaitRules waits = new WaitRules(calls);
  final HandOverRules handOvers = new HandOverRules(calls);
  private final LogOrder order = new LogOrder(beliefs, times, graces);
  private final NavigableMap<Long, Known> history = new TreeMap<>();
  private @Nullable Throwable failure;
  private long lastData;
  private long grants;
  private long olderEntries;

  /** How much happened, so that a run in which nothing does is noticed. */
  long grants() {
    return grants;
  }

  /** How many entries were applied before the cluster was at the newest level. */
  long olderEntries() {
    return olderEntries;
  }

  long digest() {
    long digest = 0;
    for (Known known : history.values()) {
      digest = 31 * digest + known.digest();
    }
    return digest;
  }

  void startedTerm(SimNode node, SimLog.Entry entry) {
    long index = node.applied();
    Known known = history.get(index);
    if (known == null) {
      times.startedTerm(entry.term(), order.now());
      Outcome nothing = new Outcome(List.of(), List.of());
      long digest = node.table().digest();
      history.put(index, new Known(entry.term(), entry.data(), nothing, digest));
    } else if (known.term() != entry.term() || known.data().length > 0) {
      throw new AssertionError("entry " + index + " is not the same everywhere");
    }
  }

  void applied(SimNode node, AppliedEntry step) {
    requireKnown(node);
    long index = step.entry().index();
    Known known = history.get(index);
    if (known == null) {
      Invariants.check(node.table());
      follow(step);
      SimLog.Entry raw = step.raw();
      long digest = node.table().digest();
      history.put(index, new Known(raw.term(), raw.data(), step.outcome(), digest));
    } else {
      compare(node, step, known);
    }
  }

  private void follow(AppliedEntry step) {
    Stamping how = step.raw().stamp();
    if (how != null) {
      times.stamped(step.raw().term(), step.entry().stamp().cluster(), how);
    }
    int level = order.level();
    graces.expect(step);
    step.outcome().events().forEach(event -> event.dispatch(order));
    if (isTickThatLeftNothing(step.outcome().results())) {
      order.theTurnHasPassed();
    }
    order.endOfEntry();
    graces.checkAsks(step, order.now());
    deliveries.check(step, level, order.now());
    answers.check(step, order.now());
    calls.applied(step);
    lastData = step.entry().index();
    olderEntries += order.level() < Level.NEWEST ? 1 : 0;
    step.outcome().results().forEach(this::check);
  }

  private static boolean isTickThatLeftNothing(List<Result> results) {
    return results.size() == 1 && results.get(0) instanceof Ticked ticked && !ticked.more();
  }

  private void check(Result result) {
    if (result instanceof Ticked ticked && !ticked.more()) {
      order.nothingIsDue();
    } else if (result instanceof Held held) {
      order.isNamedHolder(held.holder().claim());
    } else if (result instanceof ProofRejected rejected) {
      order.isNamedHolder(rejected.holder().claim());
    } else if (result instanceof Queued queued) {
      order.isNamedHolder(queued.holder().claim());
    } else if (result instanceof StillWaiting waiting) {
      order.isNamedHolder(waiting.holder().claim());
    } else if (result instanceof Result.Granted granted) {
      order.isNamedHolder(granted.claim().claim());
      grants++;
    }
  }

  /** A node never has anything of a level that its version does not know. */
  private static void requireKnown(SimNode node) {
    int known = node.levels.newest();
    if (node.table().level() > known) {
      throw new AssertionError(
          "node %d knows level %d, and its state is of level %d"
              .formatted(node.id, known, node.table().level()));
    }
  }

  private static void compare(SimNode node, AppliedEntry step, Known known) {
    long index = step.entry().index();
    if (!Arrays.equals(step.raw().data(), known.data())) {
      throw new AssertionError("entry " + index + " is not the same on node " + node.id);
    }
    if (!step.outcome().equals(known.outcome())) {
      throw new AssertionError(
          "node %d makes of entry %d %s instead of %s"
              .formatted(node.id, index, step.outcome(), known.outcome()));
    }
    requireDigest(node, known, index);
  }

  private static void requireDigest(SimNode node, Known known, long index) {
    if (node.table().digest() != known.digest()) {
      throw new AssertionError("node %d differs at entry %d".formatted(node.id, index));
    }
  }

  /** The claim that was filed last. */
  ClaimId lastClaim() {
    return order.lastClaim();
  }

  /**
   * A first answer was looked for on a node, and not found; the log may have gone on since it was
   * known. A node that is behind is not judged: its key may be in use for another request since.
   */
  void isForgotten(SimNode node, Result result) {
    if (node.applied() < history.lastKey()) {
      return;
    }
    boolean lost =
        result instanceof Repeated repeated
            ? answers.isKept(repeated.key())
            : result instanceof Redelivered again && deliveries.isKept(again);
    if (lost) {
      throw new AssertionError("the first answer is lost: " + result);
    }
  }

  /** Runs a check where nobody would see it fail; {@link #requireInTime} tells of it. */
  void guard(Runnable check) {
    try {
      check.run();
    } catch (RuntimeException | AssertionError broken) {
      failure = failure == null ? broken : failure;
    }
  }

  /** To be called often: looks for what should have happened. */
  void requireInTime() {
    if (failure != null) {
      throw new AssertionError(failure.toString(), failure);
    }
    calls.requireInTime();
    waits.requireTold();
  }

  /** A node came back from its store, or got a snapshot. */
  void restored(SimNode node) {
    requireKnown(node);
    Invariants.check(node.table());
    long index = node.process().state.applied().index();
    Known known = history.get(index);
    if (known != null) {
      requireDigest(node, known, index);
      if (lastData == index) {
        requireArchive(node);
      }
    }
  }

  /** All nodes have applied everything that was ever applied anywhere. */
  void converged(List<SimNode> nodes) {
    for (SimNode node : nodes) {
      if (!history.isEmpty() && node.applied() < history.lastKey()) {
        throw new AssertionError("node %d lost what was applied".formatted(node.id));
      }
      if (node.process().state.applied().digest() != nodes.get(0).table().digest()) {
        throw new AssertionError("node %d has another state".formatted(node.id));
      }
      requireArchive(node);
    }
    calls.requireOutcomes();
  }

  private void requireArchive(SimNode node) {
    for (Claim claim : order.ended()) {
      if (!node.store.ended(claim.id()).filter(claim::equals).isPresent()) {
        throw new AssertionError("node %d lost %s".formatted(node.id, claim));
      }
    }
    for (AnswerKept kept : answers.kept()) {
      if (!node.store.answer(kept.key()).filter(kept.answer()::equals).isPresent()) {
        throw new AssertionError("node %d lost %s".formatted(node.id, kept));
      }
    }
    for (DeliveriesKept kept : deliveries.kept()) {
      requireAnswers(node, kept);
    }
  }

  private static void requireAnswers(SimNode node, DeliveriesKept kept) {
    long entry = kept.kept().entry();
    for (int i = 0; i < kept.answers().size(); i++) {
      Optional<Result> answer = node.store.answer(kept.kept().ids().get(i), entry);
      if (!answer.equals(Optional.of(kept.answers().get(i)))) {
        throw new AssertionError("node %d lost %s".formatted(node.id, kept));
      }
    }
  }
}
