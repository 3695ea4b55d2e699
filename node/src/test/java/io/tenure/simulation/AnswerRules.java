package io.tenure.simulation;

import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.Event;
import io.tenure.kernel.Event.AnswerDropped;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Event.LevelRaised;
import io.tenure.kernel.Event.SettingsChanged;
import io.tenure.kernel.Level;
import io.tenure.kernel.Limit;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.KeyReused;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.Redelivered;
import io.tenure.kernel.Result.Repeated;
import io.tenure.kernel.Settings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is promised about keyed requests: each acts once, and every copy gets the first answer. From
 * the second level on a memo without room refuses no renewal and no release; these act without
 * being remembered, and renewals never fill more than half of it.
 */
final class AnswerRules {

  private final Map<RequestKey.Name, AnswerKept> kept = new HashMap<>();
  private int level = Level.FIRST;
  private int limit = Settings.DEFAULT.memoLimit();
  private long unremembered;

  Iterable<AnswerKept> kept() {
    return kept.values();
  }

  boolean isKept(RequestKey key) {
    AnswerKept answer = kept.get(key.name());
    return answer != null && answer.key().equals(key);
  }

  /** How many renewals and releases found no room. */
  long unremembered() {
    return unremembered;
  }

  void check(AppliedEntry step, ClusterTime now) {
    Entry entry = new Entry(step, now);
    step.outcome().events().forEach(entry::follow);
    entry.checkRequests();
  }

  private static boolean renews(Command command) {
    return command instanceof Renew || (command instanceof Amend && !givesBack(command));
  }

  private static boolean givesBack(Command command) {
    return command instanceof Release
        || (command instanceof Amend amend
            && amend.status() != null
            && amend.status() != ClaimStatus.ACTIVE);
  }

  /** One entry, with what was remembered before it. */
  private final class Entry {
    private final AppliedEntry step;
    private final ClusterTime now;
    private final Map<RequestKey.Name, AnswerKept> before = new HashMap<>(kept);
    private final List<AnswerKept> news = new ArrayList<>();

    /** Of these, what no request of the entry has led to so far. */
    private final List<AnswerKept> unclaimed = new ArrayList<>();

    private final Map<RequestKey, Command> commands = new HashMap<>();
    private final int sizeBefore = kept.size();
    private int levelOfRequest = level;
    private int leastLimit = limit;

    Entry(AppliedEntry step, ClusterTime now) {
      this.step = step;
      this.now = now;
      before.values().removeIf(answer -> !now.isBefore(answer.until()));
      for (Request request : step.entry().requests()) {
        if (request.key() != null) {
          commands.putIfAbsent(request.key(), request.command());
        }
      }
    }

    private void follow(Event event) {
      if (event instanceof LevelRaised raised) {
        level = raised.level();
      } else if (event instanceof SettingsChanged changed) {
        limit = changed.settings().memoLimit();
        leastLimit = Math.min(limit, leastLimit);
      } else if (event instanceof AnswerKept answer) {
        require(!overfills(answer), "%s takes more than half of the memo", answer);
        kept.put(answer.key().name(), answer);
        news.add(answer);
        unclaimed.add(answer);
      } else if (event instanceof AnswerDropped dropped) {
        AnswerKept answer = kept.remove(dropped.name());
        boolean due = answer != null && !now.isBefore(answer.until());
        require(due, "the answer to %s is forgotten at %s", dropped.name(), now);
      }
    }

    private boolean overfills(AnswerKept answer) {
      Command command = commands.get(answer.key());
      return level >= Level.SECOND
          && command != null
          && renews(command)
          && kept.size() >= limit / 2;
    }

    private void checkRequests() {
      Set<DeliveryId> delivered = new HashSet<>();
      List<Request> requests = step.entry().requests();
      for (int i = 0; i < requests.size(); i++) {
        Request request = requests.get(i);
        if (request.command() instanceof RaiseLevel raise) {
          levelOfRequest = Math.max(levelOfRequest, raise.level());
        }
        boolean first = request.delivery() == null || delivered.add(request.delivery());
        if (first && !(step.outcome().results().get(i) instanceof Redelivered)) {
          check(request, step.outcome().results().get(i));
        }
      }
    }

    private void check(Request request, Result result) {
      RequestKey key = request.key();
      if (key == null) {
        return;
      }
      AnswerKept first = before.get(key.name());
      if (first != null && !(news.contains(first) && actsUnremembered(request, result))) {
        checkRepeated(key, result, first);
      } else if (result instanceof LimitReached reached) {
        boolean refused = reached.limit() == Limit.MEMO && mayGoUnremembered(request.command());
        require(!refused, "a full memo refuses %s", request);
      } else {
        checkFirst(request, key, result);
      }
    }

    private boolean mayGoUnremembered(Command command) {
      return levelOfRequest >= Level.SECOND && (renews(command) || givesBack(command));
    }

    private void checkFirst(Request request, RequestKey key, Result result) {
      boolean isNew = !(result instanceof Repeated || result instanceof KeyReused);
      require(isNew, "%s is new, but the answer is %s", key, result);
      Optional<AnswerKept> answer =
          unclaimed.stream()
              .filter(each -> each.key().equals(key) && each.answer().equals(result))
              .findFirst();
      answer.ifPresent(unclaimed::remove);
      if (answer.isPresent()) {
        answer
            .filter(each -> now.isBefore(each.until()))
            .ifPresent(each -> before.put(key.name(), each));
      } else {
        require(hadNoRoomFor(request.command()), "the answer to %s is not kept", key);
        unremembered++;
      }
    }

    /** Its copies may have acted before the one of them that found room. */
    private boolean actsUnremembered(Request request, Result result) {
      boolean acts = !(result instanceof Repeated || result instanceof KeyReused);
      return acts && hadNoRoomFor(request.command());
    }

    private boolean hadNoRoomFor(Command command) {
      int room = renews(command) ? leastLimit / 2 : leastLimit;
      return mayGoUnremembered(command) && sizeBefore + news.size() >= room;
    }

    private void checkRepeated(RequestKey key, Result result, AnswerKept first) {
      boolean same = first.key().fingerprint() == key.fingerprint();
      boolean recognized = same ? result instanceof Repeated : result instanceof KeyReused;
      require(recognized, "%s acts again: %s", key, result);
    }
  }

  private static void require(boolean condition, String rule, Object... arguments) {
    if (!condition) {
      throw new AssertionError(String.format(rule, arguments));
    }
  }
}
