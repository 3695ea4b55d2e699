package io.tenure.kernel;

import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Event.AnswerDropped;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.DeliveriesDropped;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.Event.EndedDropped;
import io.tenure.kernel.Event.TimeAdvanced;
import io.tenure.kernel.Result.KeyReused;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Repeated;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides what each committed request leads to. Not thread-safe: one thread applies the log.
 *
 * <p>Every request takes the same steps: time has moved to its entry's stamp; if the lease of the
 * resource that it touches has run out by then, that lease ends and goes to the next in line; only
 * then is the command judged. So no command ever meets an expired lease. All other leases that have
 * run out wait for a {@link Tick}, which ends at most {@value #EXPIRIES_PER_TICK} of them: a
 * million leases that end together are many short entries, not a long one.
 */
public final class LeaseKernel {

  public static final int EXPIRIES_PER_TICK = 1_000;

  /** How much may be forgotten with one entry: more than its requests can add. */
  private static final int DROPS_PER_ENTRY = EXPIRIES_PER_TICK + 256;

  private static final int DROPS_PER_REQUEST = 4;

  /** An entry adds the deliveries of one, so they never pile up. */
  private static final int DELIVERIES_DROPPED_PER_ENTRY = 4;

  /** How long a delivery is remembered: longer than any node goes on sending one again. */
  public static final long DELIVERY_MICROS = 12_000_000;

  private final LeaseTable table;

  public LeaseKernel(LeaseTable table) {
    this.table = table;
  }

  public Outcome apply(LogEntry entry) {
    Step step = new Step(entry.requests().size());
    step.advanceTimeTo(entry.stamp());
    for (Request request : entry.requests()) {
      step.results.add(step.answer(request));
    }
    step.keepDeliveries(entry.index());
    step.forget(DROPS_PER_ENTRY + DROPS_PER_REQUEST * entry.requests().size());
    return new Outcome(step.results, step.journal.events());
  }

  /** The work on one entry. */
  private final class Step {

    private final List<Result> results;
    private final Journal journal;
    private final Decisions decisions;
    private final Map<DeliveryId, Result> delivered = new LinkedHashMap<>();

    Step(int requests) {
      results = new ArrayList<>(requests);
      journal = new Journal(table, 2 * requests + 1);
      decisions = new Decisions(journal);
    }

    void advanceTimeTo(Moment stamp) {
      if (table.now().cluster().isBefore(stamp.cluster())) {
        journal.emit(new TimeAdvanced(stamp));
      }
    }

    Result answer(Request request) {
      DeliveryId delivery = request.delivery();
      if (delivery == null || table.level() < Level.SECOND) {
        return answerOnce(request);
      }
      Optional<Long> entry = table.deliveries().entryOf(delivery);
      if (entry.isPresent() || table.deliveries().isForgotten(delivery)) {
        return new Redelivered(delivery, entry.orElse(Redelivered.FORGOTTEN));
      }
      return delivered.computeIfAbsent(delivery, id -> answerOnce(request));
    }

    private Result answerOnce(Request request) {
      RequestKey key = request.key();
      if (key == null) {
        return request.command().dispatch(decisions);
      }
      dropIfOver(key.name());
      Optional<Long> fingerprint = table.answers().fingerprint(key.name());
      if (fingerprint.isPresent()) {
        return fingerprint.get() == key.fingerprint() ? new Repeated(key) : new KeyReused();
      }
      return answerFirst(key, request.command());
    }

    /** Else the answer might be dropped with this very entry, before anybody can look it up. */
    private void dropIfOver(RequestKey.Name name) {
      if (table.answers().isOver(name, table.now().cluster())) {
        journal.emit(new AnswerDropped(name));
      }
    }

    private Result answerFirst(RequestKey key, Command command) {
      Settings settings = table.settings();
      MemoRules rules = new MemoRules(table);
      int room = rules.roomFor(command);
      if (table.answers().size() >= room) {
        table
            .answers()
            .due(table.now().cluster())
            .ifPresent(name -> journal.emit(new AnswerDropped(name)));
      }
      boolean full = table.answers().size() >= room;
      if (full && !rules.mayGoUnremembered(command)) {
        return new LimitReached(Limit.MEMO, settings.memoLimit());
      }
      Result result = command.dispatch(decisions);
      if (!full && !(result instanceof LimitReached)) {
        ClusterTime until = table.now().cluster().plusMicros(settings.memoMicros());
        journal.emit(new AnswerKept(key, until, result));
      }
      return result;
    }

    /** Remembers with one event what all deliveries of an entry were answered. */
    void keepDeliveries(long entry) {
      if (!delivered.isEmpty()) {
        ClusterTime until = table.now().cluster().plusMicros(DELIVERY_MICROS);
        List<DeliveryId> ids = List.copyOf(delivered.keySet());
        List<Result> answers = List.copyOf(delivered.values());
        journal.emit(new DeliveriesKept(new KeptDeliveries(entry, until, ids), answers));
      }
    }

    /** Forgets what is due to be forgotten, at most {@code budget} of each kind. */
    void forget(int budget) {
      long dropped = table.endedLedger().dropped();
      long due = table.endedLedger().due(table.now().cluster(), table.settings());
      if (due > dropped) {
        journal.emit(new EndedDropped(dropped + 1, Math.min(due, dropped + budget)));
      }
      Optional<RequestKey.Name> oldest = table.answers().due(table.now().cluster());
      for (int i = 0; i < budget && oldest.isPresent(); i++) {
        journal.emit(new AnswerDropped(oldest.get()));
        oldest = table.answers().due(table.now().cluster());
      }
      Optional<Long> overdue = table.deliveries().due(table.now().cluster());
      for (int i = 0; i < DELIVERIES_DROPPED_PER_ENTRY && overdue.isPresent(); i++) {
        journal.emit(new DeliveriesDropped(overdue.get()));
        overdue = table.deliveries().due(table.now().cluster());
      }
    }
  }
}
