package io.tenure.simulation;

import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Request;
import io.tenure.replication.Batch;
import io.tenure.replication.ClientRequest;
import io.tenure.replication.Submission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is promised about the order in which one node sends its clients' requests: of each kind,
 * first come, first served, also of those that have to be sent again; and these not all the time.
 * Looks only at requests with a delivery id, since others are not always sent again.
 */
final class OutboxRules {

  private static final long SOON_NANOS = 10_000_000;
  private static final int MOST_IN_A_ROW = 6;
  private static final long DRAIN_NANOS = 300_000_000;

  /** How often a request was sent with hardly any time in between. */
  private static final class Sendings {
    private long lastNanos = Long.MIN_VALUE / 2;
    private int inARow;
  }

  private final Map<Submission, Sendings> sendings = new HashMap<>();
  private final Map<ClientRequest, Long> numbers = new HashMap<>();
  private final NavigableMap<Long, ClientRequest> urgent = new TreeMap<>();
  private final NavigableMap<Long, ClientRequest> ordinary = new TreeMap<>();
  private final List<Batch> underWay = new ArrayList<>();
  private final Set<Submission> repeatable = new HashSet<>();
  private final DutyRules duties = new DutyRules();
  private long count;
  private long proposedNanos = Long.MIN_VALUE / 2;

  void submitted(ClientRequest request, Request written) {
    if (written.command() instanceof Amend amend && amend.status() == null) {
      repeatable.add(request);
    }
    if (written.delivery() != null) {
      repeatable.add(request);
      count++;
      numbers.put(request, count);
      waiting(request).put(count, request);
    }
  }

  private NavigableMap<Long, ClientRequest> waiting(Submission request) {
    return request.isUrgent() ? urgent : ordinary;
  }

  void over(ClientRequest request) {
    Long number = numbers.remove(request);
    if (number != null) {
      waiting(request).remove(number);
    }
  }

  void handedOut(Batch batch, long nanos) {
    underWay.add(batch);
    duties.handedOut(batch, nanos);
    proposedNanos = batch.to().mine() ? nanos : proposedNanos;
    requirePause(batch, nanos);
    for (Submission each : batch.submissions()) {
      if (numbers.containsKey(each)) {
        waiting(each).remove(numbers.get(each));
      }
    }
    requireOrder(batch, true);
    requireOrder(batch, false);
  }

  /** Leadership is handed over: everybody is answered, or was given time for that. */
  void requireDrained(long nanos) {
    boolean open = underWay.stream().anyMatch(batch -> batch.to().mine());
    if (open && nanos - proposedNanos < DRAIN_NANOS) {
      throw new AssertionError("a leader hands over before it has answered everybody");
    }
  }

  private void requirePause(Batch batch, long nanos) {
    for (Submission each : batch.submissions()) {
      if (numbers.containsKey(each)) {
        Sendings before = sendings.computeIfAbsent(each, key -> new Sendings());
        before.inARow = nanos - before.lastNanos < SOON_NANOS ? before.inARow + 1 : 0;
        before.lastNanos = nanos;
        if (before.inARow > MOST_IN_A_ROW) {
          throw new AssertionError(
              "request %d is sent again and again".formatted(numbers.get(each)));
        }
      }
    }
  }

  private void requireOrder(Batch batch, boolean ofUrgent) {
    long last = 0;
    for (Submission each : batch.submissions()) {
      Long number = each.isUrgent() == ofUrgent ? numbers.get(each) : null;
      if (number != null) {
        if (number < last || !waiting(each).headMap(number).isEmpty()) {
          throw new AssertionError("request %d is sent out of order".formatted(number));
        }
        if (!ofUrgent && !urgent.isEmpty()) {
          throw new AssertionError("a claim is sent while renewals or releases wait");
        }
        last = number;
      }
    }
  }

  /** A batch has its results, or will have them. */
  void applied(Batch batch) {
    underWay.remove(batch);
    duties.ended(batch);
  }

  /** The member knows what became of a batch, if only that it has to be sent again. */
  void ended(Batch batch) {
    duties.ended(batch);
    if (underWay.remove(batch)) {
      waitAgain(batch);
    }
  }

  /** All that was under way has to be sent to somebody else. */
  void leaderChanged() {
    duties.leaderChanged();
    List<Batch> all = List.copyOf(underWay);
    underWay.clear();
    all.stream().filter(this::isSentAgain).forEach(this::waitAgain);
  }

  private void waitAgain(Batch batch) {
    for (Submission each : batch.submissions()) {
      if (each instanceof ClientRequest request && numbers.containsKey(request)) {
        waiting(request).put(numbers.get(request), request);
      }
    }
  }

  private boolean isSentAgain(Batch batch) {
    return batch.to().mine() || repeatable.containsAll(batch.submissions());
  }
}
