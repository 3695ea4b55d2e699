package io.tenure.simulation;

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
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Repeated;
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

  private static final long REMEMBERED_MICROS = LeaseKernel.DELIVERY_MICROS;

  private record First(long entry, Request request, Result result, Result answer, ClusterTime at) {
    boolean mayBeForgotten(ClusterTime now) {
      return !now.isBefore(at.plusMicros(REMEMBERED_MICROS));
    }
  }

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
  void check(Applied step, int level, ClusterTime now) {
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

  private void check(Applied step, int place, DeliveryId id, ClusterTime now) {
    long entry = step.entry().index();
    Request request = step.entry().requests().get(place);
    Result result = step.outcome().results().get(place);
    First first = carriedOut.get(id);
    if (first == null) {
      if (result instanceof Redelivered) {
        checkTooLate(id, now);
      } else {
        Result answer = step.answers().get(place);
        carriedOut.put(id, new First(entry, request, result, answer, now));
      }
      return;
    }
    require(first.request().equals(request), "%s is used for two requests", id);
    if (first.entry() == entry) {
      require(result.equals(first.result()), "%s is carried out twice in one entry", id);
    } else {
      checkCopy(first, result, step.answers().get(place), now);
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

  private void checkCopy(First first, Result result, Result answer, ClusterTime now) {
    if (!(result instanceof Redelivered again)) {
      throw new AssertionError(first + " is carried out again: " + result);
    }
    if (again.entry() == first.entry()) {
      recognized++;
      require(isAnswerTo(first, answer), "%s is answered by %s", first, answer);
    } else {
      tooLate++;
      require(again.entry() == 0 && first.mayBeForgotten(now), "%s is forgotten", first);
    }
  }

  /**
   * What repeats a client's key is answered as the key is, which may be forgotten or new by now.
   */
  private boolean isAnswerTo(First first, Result answer) {
    return answer.equals(first.answer())
        || (first.result() instanceof Repeated repeated
            && (answer.equals(repeated)
                || keyed.getOrDefault(repeated.key(), Set.of()).contains(answer)));
  }

  private static void require(boolean condition, String rule, Object... arguments) {
    if (!condition) {
      throw new AssertionError(String.format(rule, arguments));
    }
  }
}
