package io.tenure.client.machine;

import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.SendResult;
import io.tenure.client.transport.Transport;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Asks for claims in such a way that a node answers when something has changed. Each takes a
 * connection, so only so many are watched: those that wait learn of their turn by asking, and those
 * that are held of their end by being renewed. On the loop.
 */
final class ClaimWatches {

  static final int MOST_WAITING = 256;
  static final int MOST_HELD = 32;
  private static final Duration SHORTEST = Duration.ofSeconds(1);

  private final class Watch {
    private final ClaimMachine machine;
    private final boolean held;
    private @Nullable CompletableFuture<SendResult> request;
    private boolean ended;

    Watch(ClaimMachine machine, boolean held) {
      this.machine = machine;
      this.held = held;
    }

    void ask() {
      if (ended) {
        return;
      }
      long before = clock.nanos();
      ApiRequest question =
          ClaimWire.show(tuning.apiVersion(), machine.ticket().requireId())
              .withWaiting(tuning.longPoll());
      CompletableFuture<SendResult> sent = transport.send(question);
      request = sent;
      sent.thenAccept(reply -> loop.execute(() -> answered(reply, before)));
    }

    private void answered(SendResult reply, long before) {
      if (ended) {
        return;
      }
      if (reply instanceof HttpAnswer answer && answer.status() == 200) {
        machine.seen(answer.json());
      }
      Duration pause = SHORTEST.minusNanos(clock.nanos() - before);
      timers.start(pause.isNegative() ? Duration.ZERO : pause, this::ask);
    }

    void end() {
      ended = true;
      if (request != null) {
        request.cancel(false);
      }
    }
  }

  private final Transport transport;
  private final Clock clock;
  private final Timers timers;
  private final Events loop;
  private final Tuning tuning;
  private final Map<ClaimMachine, Watch> running = new HashMap<>();
  private final Set<ClaimMachine> left = new LinkedHashSet<>(); // for whom there was no room
  private int held;

  ClaimWatches(Transport transport, Clock clock, Timers timers, Events loop, Tuning tuning) {
    this.transport = transport;
    this.clock = clock;
    this.timers = timers;
    this.loop = loop;
    this.tuning = tuning;
  }

  void watch(ClaimMachine machine) {
    unwatch(machine);
    boolean holds = machine.state() == State.ACTIVE;
    if (holds ? held < MOST_HELD : running.size() - held < MOST_WAITING) {
      Watch watch = new Watch(machine, holds);
      running.put(machine, watch);
      held += holds ? 1 : 0;
      watch.ask();
    } else if (!holds) {
      left.add(machine);
    }
  }

  void unwatch(ClaimMachine machine) {
    left.remove(machine);
    Watch watch = running.remove(machine);
    if (watch == null) {
      return;
    }
    held -= watch.held ? 1 : 0;
    watch.end();
    if (!watch.held && !left.isEmpty()) {
      watch(left.iterator().next());
    }
  }
}
