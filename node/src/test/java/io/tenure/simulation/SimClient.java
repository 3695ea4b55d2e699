package io.tenure.simulation;

import io.tenure.kernel.Claim;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.RequestKey;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.Replayed;
import io.tenure.kernel.Result.StillWaiting;
import io.tenure.kernel.Ttl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client of one dialect that keeps its side of the bargain: it does one thing at a time, repeats
 * it under the same key while it hears nothing, counts its time from before it asked for the first
 * time, and stops believing before it gives back.
 */
final class SimClient {

  private static final long PATIENCE_MICROS = 6_000_000;

  /** What is asked for now. */
  private record Operation(long number, Request request, ResourceKey resource, long sentMicros) {}

  final int id;
  final SimClock clock;
  private final Habit habit;
  private final Chance chance;
  private final Parts parts;
  private final Beliefs beliefs;
  private long operations;
  private @Nullable Operation operation;

  /** The last that it heard of its claim; null if it has none that it cares about. */
  private @Nullable Claim claim;

  private long restsUntilMicros;

  SimClient(int id, Habit habit, Chance chance, Parts parts, Beliefs beliefs) {
    this.id = id;
    this.habit = habit;
    this.chance = chance;
    this.parts = parts;
    this.beliefs = beliefs;
    clock = new SimClock(chance);
  }

  /** Does something, if only to repeat itself; returns what it sends. */
  List<Request> act() {
    if (operation == null && clock.monotonicMicros() < restsUntilMicros) {
      return List.of();
    }
    if (operation != null && clock.monotonicMicros() - operation.sentMicros() > PATIENCE_MICROS) {
      operation = null;
    }
    if (operation == null) {
      begin();
    } else if (!chance.oneIn(4)) {
      return List.of();
    } else if (chance.oneIn(12)) {
      operation = null;
    }
    return operation == null ? List.of() : List.of(operation.request());
  }

  long operationNumber() {
    return operations;
  }

  private void begin() {
    Claim known = claim;
    if (known != null && chance.oneIn(12)) {
      claim = null;
      return;
    }
    ResourceKey resource = known == null ? habit.resource(chance) : known.resource();
    Command command = known == null ? habit.acquire(resource) : habit.next(known, chance);
    if (habit.givesBack(command)) {
      beliefs.end(this, resource);
      habit.startAnew();
      claim = null;
    }
    operations++;
    operation = new Operation(operations, keyed(command), resource, clock.monotonicMicros());
  }

  private Request keyed(Command command) {
    if (!habit.usesKeys() || chance.oneIn(4)) {
      return Request.of(command);
    }
    long used = chance.oneIn(25) ? Math.max(1, operations - 1) : operations;
    return new Request(command, new RequestKey(id, used, operations));
  }

  void hear(long number, Result told) {
    Operation asked = operation;
    if (asked == null || asked.number() != number) {
      return;
    }
    Result result = told instanceof Replayed again ? again.first() : told;
    operation = null;
    if (habit.givesBack(asked.request().command())) {
      return;
    }
    if (result instanceof Granted granted) {
      believe(asked, granted.claim());
    } else if (result instanceof Renewed renewed) {
      believe(asked, renewed.claim());
    } else if (result instanceof Confirmed confirmed) {
      believe(asked, confirmed.claim());
    } else if (result instanceof Queued queued) {
      claim = queued.claim().claim();
      rest();
    } else if (result instanceof StillWaiting) {
      rest();
    } else {
      claim = null;
    }
  }

  private void rest() {
    restsUntilMicros = clock.monotonicMicros() + habit.pauseMicros(chance);
  }

  /** A lease that is over by the client's own count, when it hears of it, is treated as lost. */
  private void believe(Operation asked, ClaimView view) {
    long now = clock.monotonicMicros();
    long until = safeEnd(parts.countsFrom(asked.sentMicros(), now), view.remaining());
    claim = view.claim();
    if (now < until) {
      beliefs.begin(this, asked.resource(), view.claim().id(), until);
    }
  }

  /** Half a percent less than it was given: clocks differ. */
  private static long safeEnd(long from, Ttl ttl) {
    return ttl.isForever() ? Long.MAX_VALUE : from + ttl.micros() - ttl.micros() / 200;
  }
}
