package io.tenure.simulation;

import static java.util.Objects.requireNonNull;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.DeliveriesDropped;
import io.tenure.kernel.Event.DeliveriesKept;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.AlreadyEnded;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Repeated;
import io.tenure.kernel.Result.Replayed;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is promised about deliveries: each is carried out at most once, however late a copy comes. A
 * copy that comes while it is remembered gets the first answer, and later ones get none. Nothing is
 * taken for late that cannot be.
 */
final class DeliveryRules {

  private static final long SECOND_MICROS = 1_000_000;
  private static final long REMEMBERED_MICROS = LeaseKernel.DELIVERY_MICROS;

  private record First(long entry, Request request, Result result, ClusterTime at) {
    boolean mayBeForgotten(ClusterTime now) {
      return !now.isBefore(at.plusMicros(REMEMBERED_MICROS));
    }
  }

  private record Sent(RequestCall call, long trueMicros) {}

  /** When each was sent last. */
  private final Map<DeliveryId, Sent> sent = new HashMap<>();

  /** All that were ever carried out. */
  private final Map<DeliveryId, First> carriedOut = new HashMap<>();

  /** All answers that were ever given to clients' keys. */
  private final Map<RequestKey, Set<Result>> keyed = new HashMap<>();

  private final Map<Long, DeliveriesKept> kept = new TreeMap<>();
  private long recognized;
  private long tooLate;

  /** How many copies got the first answer. */
  long recognized() {
    return recognized;
  }

  /** How many copies came when nobody remembered the first. */
  long tooLate() {
    return tooLate;
  }

  Iterable<DeliveriesKept> kept() {
    return kept.values();
  }

  /** Follows an entry; the level is that of the cluster before it. */
  void check(AppliedEntry step, int level, ClusterTime now) {
    step.outcome().events().forEach(event -> follow(event, now));
    List<Request> requests = step.entry().requests();
    for (int i = 0; i < requests.size(); i++) {
      DeliveryId id = requests.get(i).delivery();
      if (id != null) {
        if (level < Level.SECOND) {
          throw new AssertionError(id + " is in the log of a cluster that cannot read it");
        }
        check(step, i, id, now);
      }
    }
  }

  private void follow(Event event, ClusterTime now) {
    if (event instanceof AnswerKept answer) {
      keyed.computeIfAbsent(answer.key(), key -> new HashSet<>()).add(answer.answer());
    }
    if (event instanceof DeliveriesKept news) {
      kept.put(news.kept().entry(), news);
    }
    if (event instanceof DeliveriesDropped dropped) {
      DeliveriesKept old = kept.remove(dropped.entry());
      if (old == null || now.isBefore(old.kept().until())) {
        throw new AssertionError(old + " is forgotten at " + now);
      }
    }
  }

  private void check(AppliedEntry step, int place, DeliveryId id, ClusterTime now) {
    long entry = step.entry().index();
    Request request = step.entry().requests().get(place);
    Result result = step.outcome().results().get(place);
    First first = carriedOut.get(id);
    if (result instanceof Redelivered again && again.entry() == 0) {
      checkSender(step, id);
    }
    if (first == null) {
      if (result instanceof Redelivered) {
        checkTooLate(id, now);
      } else {
        carriedOut.put(id, new First(entry, request, result, now));
      }
      return;
    }
    require(first.request().equals(request), "%s is used for two requests", id);
    if (first.entry() == entry) {
      require(result.equals(first.result()), "%s is carried out twice in one entry", id);
    } else {
      checkCopy(first, result, now);
    }
  }

  /** It was never carried out, but might have been: the same sender's next one is forgotten. */
  private void checkTooLate(DeliveryId id, ClusterTime now) {
    tooLate++;
    boolean possible =
        carriedOut.entrySet().stream()
            .filter(other -> other.getKey().sender() == id.sender())
            .filter(other -> other.getKey().number() > id.number())
            .anyMatch(other -> other.getValue().mayBeForgotten(now));
    require(possible, "%s is new, but taken for one that came before", id);
  }

  private void checkCopy(First first, Result result, ClusterTime now) {
    if (!(result instanceof Redelivered again)) {
      throw new AssertionError(first + " is carried out again: " + result);
    }
    if (again.entry() == first.entry()) {
      recognized++;
    } else {
      tooLate++;
      require(again.entry() == 0 && first.mayBeForgotten(now), "%s is forgotten", first);
    }
  }

  /**
   * A node sends a request, maybe again. Nobody sends what may be forgotten, unless its clock stood
   * still.
   */
  void sent(RequestCall call, long trueMicros) {
    sent.put(requireNonNull(call.written.delivery()), new Sent(call, trueMicros));
  }

  private void checkSender(AppliedEntry step, DeliveryId id) {
    Sent last = sent.get(id);
    Stamping stamp = step.raw().stamp();
    if (last != null && stamp != null && !last.call().wasSuspended()) {
      long since = stamp.trueMicros() - last.trueMicros();
      boolean justSent = since >= 0 && since < SECOND_MICROS;
      require(!justSent, "%s was sent when nobody remembered it any more", id);
    }
  }

  /** Checks the result that a caller is told; returns the entry that led to it. */
  long requireAnswer(DeliveryId id, Result told) {
    First first = carriedOut.get(id);
    if (first == null) {
      throw new AssertionError(id + " was never applied, but is answered by " + told);
    }
    require(isAnswerTo(first.result(), told), "%s is answered by %s", first, told);
    return first.entry();
  }

  /** What repeats a client's key is answered as the key was, at any time. */
  private boolean isAnswerTo(Result result, Result told) {
    if (result instanceof Repeated repeated) {
      return told instanceof Replayed again
          && keyed.getOrDefault(repeated.key(), Set.of()).stream()
              .anyMatch(kept -> isCompleted(kept, again.first()));
    }
    return isCompleted(result, told);
  }

  /** Whether it is the same result, if only with what the archive adds to it. */
  private static boolean isCompleted(Result result, Result told) {
    if (result instanceof NoSuchClaim missing && told instanceof AlreadyEnded ended) {
      return ended.claim().claim().id().equals(missing.claim());
    }
    if (result instanceof NotHeld free && told instanceof NotHeld completed) {
      return free.resource().equals(completed.resource());
    }
    return result.equals(told);
  }

  boolean isCarriedOut(DeliveryId id) {
    return carriedOut.containsKey(id);
  }

  boolean isKept(Redelivered again) {
    return again.entry() > 0 && kept.containsKey(again.entry());
  }

  private static void require(boolean condition, String rule, Object... arguments) {
    if (!condition) {
      throw new AssertionError(String.format(rule, arguments));
    }
  }
}
