package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.Invariants;
import io.tenure.kernel.Level;
import io.tenure.kernel.Outcome;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Result.Ticked;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Sees everything and knows the promises. The first replica that applies an entry sets what all
 * others must make of it.
 */
final class Checker {

  private record Known(long term, byte[] data, Outcome outcome, long digest) {}

  final Beliefs beliefs = new Beliefs();
  final TimeRules times = new TimeRules();
  final AnswerRules answers = new AnswerRules();
  final DeliveryRules deliveries = new DeliveryRules();
  final GraceRules graces = new GraceRules();
  private final LogOrder order = new LogOrder(beliefs, times, graces);
  private final NavigableMap<Long, Known> history = new TreeMap<>();
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

  void startedTerm(Replica replica, SimLog.Entry entry) {
    long index = replica.applied();
    Known known = history.get(index);
    if (known == null) {
      times.startedTerm(entry.term(), order.now());
      Outcome nothing = new Outcome(List.of(), List.of());
      long digest = replica.table().digest();
      history.put(index, new Known(entry.term(), entry.data(), nothing, digest));
    } else if (known.term() != entry.term() || known.data().length > 0) {
      throw new AssertionError("entry " + index + " is not the same everywhere");
    }
  }

  void applied(Replica replica, Applied step) {
    Invariants.check(replica.table());
    long index = step.entry().index();
    Known known = history.get(index);
    if (known == null) {
      follow(step);
      SimLog.Entry raw = step.raw();
      long digest = replica.table().digest();
      history.put(index, new Known(raw.term(), raw.data(), step.outcome(), digest));
    } else {
      compare(replica, step, known);
    }
  }

  private void follow(Applied step) {
    Stamping how = step.raw().stamp();
    if (how != null) {
      times.stamped(step.raw().term(), step.entry().stamp().cluster(), how);
    }
    int level = order.level();
    graces.expect(step);
    step.outcome().events().forEach(event -> event.dispatch(order));
    order.endOfEntry();
    graces.checkAsks(step, order.now());
    deliveries.check(step, level, order.now());
    answers.check(step, order.now());
    olderEntries += order.level() < Level.NEWEST ? 1 : 0;
    step.outcome().results().forEach(this::check);
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

  private static void compare(Replica replica, Applied step, Known known) {
    long index = step.entry().index();
    if (!Arrays.equals(step.raw().data(), known.data())) {
      throw new AssertionError("entry " + index + " is not the same on replica " + replica.id);
    }
    if (!step.outcome().equals(known.outcome())) {
      throw new AssertionError(
          "replica %d makes of entry %d %s instead of %s"
              .formatted(replica.id, index, step.outcome(), known.outcome()));
    }
    requireDigest(replica, known, index);
  }

  private static void requireDigest(Replica replica, Known known, long index) {
    if (replica.table().digest() != known.digest()) {
      throw new AssertionError("replica %d differs at entry %d".formatted(replica.id, index));
    }
  }

  /** A replica came back from its store, or got a snapshot. */
  void restored(Replica replica) {
    Invariants.check(replica.table());
    Known known = history.get(replica.applied());
    if (known != null) {
      requireDigest(replica, known, replica.applied());
      if (history.lastKey() == replica.applied()) {
        requireArchive(replica);
      }
    }
  }

  /** All replicas have applied everything that was ever applied anywhere. */
  void converged(List<Replica> replicas) {
    for (Replica replica : replicas) {
      if (!history.isEmpty() && replica.applied() < history.lastKey()) {
        throw new AssertionError("replica %d lost what was applied".formatted(replica.id));
      }
      requireArchive(replica);
    }
  }

  private void requireArchive(Replica replica) {
    for (Claim claim : order.ended()) {
      if (!replica.store.ended(claim.id()).filter(claim::equals).isPresent()) {
        throw new AssertionError("replica %d lost %s".formatted(replica.id, claim));
      }
    }
    for (AnswerKept kept : answers.kept()) {
      if (!replica.store.answer(kept.key()).filter(kept.answer()::equals).isPresent()) {
        throw new AssertionError("replica %d lost %s".formatted(replica.id, kept));
      }
    }
    for (DeliveriesKept kept : deliveries.kept()) {
      requireAnswers(replica, kept);
    }
  }

  private static void requireAnswers(Replica replica, DeliveriesKept kept) {
    long entry = kept.kept().entry();
    for (int i = 0; i < kept.answers().size(); i++) {
      Optional<Result> answer = replica.store.answer(kept.kept().ids().get(i), entry);
      if (!answer.equals(Optional.of(kept.answers().get(i)))) {
        throw new AssertionError("replica %d lost %s".formatted(replica.id, kept));
      }
    }
  }
}
