package io.tenure.simulation;

import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.AnswerDropped;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.KeyReused;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.Repeated;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What is promised about keyed requests: each acts once, and every copy gets the first answer. */
final class AnswerRules {

  private final Map<RequestKey.Name, AnswerKept> kept = new HashMap<>();

  Iterable<AnswerKept> kept() {
    return kept.values();
  }

  void check(Applied step, ClusterTime now) {
    Map<RequestKey.Name, AnswerKept> before = new HashMap<>(kept);
    before.values().removeIf(answer -> !now.isBefore(answer.until()));
    List<AnswerKept> news = new ArrayList<>();
    for (Event event : step.outcome().events()) {
      follow(event, now);
      if (event instanceof AnswerKept answer) {
        news.add(answer);
      }
    }
    List<Request> requests = step.entry().requests();
    for (int i = 0; i < requests.size(); i++) {
      RequestKey key = requests.get(i).key();
      if (key != null) {
        Result result = step.outcome().results().get(i);
        AnswerKept first = before.get(key.name());
        if (first != null) {
          checkRepeated(key, result, first, step.answers().get(i));
        } else if (!(result instanceof LimitReached)) {
          AnswerKept answer = checkFirst(key, result, news);
          if (now.isBefore(answer.until())) {
            before.put(key.name(), answer);
          }
        }
      }
    }
  }

  private void follow(Event event, ClusterTime now) {
    if (event instanceof AnswerKept answer) {
      kept.put(answer.key().name(), answer);
    }
    if (event instanceof AnswerDropped dropped) {
      AnswerKept answer = kept.remove(dropped.name());
      if (answer == null || now.isBefore(answer.until())) {
        throw new AssertionError(answer + " is forgotten at " + now);
      }
    }
  }

  private static AnswerKept checkFirst(RequestKey key, Result result, List<AnswerKept> news) {
    if (result instanceof Repeated || result instanceof KeyReused) {
      throw new AssertionError(key + " is new, but the answer is " + result);
    }
    return news.stream()
        .filter(answer -> answer.key().equals(key) && answer.answer().equals(result))
        .findFirst()
        .orElseThrow(() -> new AssertionError("the answer to " + key + " is not kept"));
  }

  private static void checkRepeated(
      RequestKey key, Result result, AnswerKept first, Result answer) {
    boolean same = first.key().fingerprint() == key.fingerprint();
    if (same ? !(result instanceof Repeated) : !(result instanceof KeyReused)) {
      throw new AssertionError(key + " acts again: " + result);
    }
    if (same && !answer.equals(first.answer())) {
      throw new AssertionError(key + " is answered by " + answer + " after " + first.answer());
    }
  }
}
