package io.tenure.simulation;

import java.util.function.Consumer;

/** Questions of one node to another, which get lost or are late on the way there or back. */
final class PeerCalls {

  private static final long TIMEOUT_MICROS = 3_000_000;

  /** Something to ask, and what to do about its end, which comes once. */
  interface Question<T> {

    /** On the node that is asked. */
    void arrives(SimProcess at, Consumer<T> reply);

    void answered(T reply);

    /** It surely did not arrive. */
    void notSent();

    void unanswered();
  }

  private final Network network;
  private final World world;

  PeerCalls(Network network, World world) {
    this.network = network;
    this.world = world;
  }

  private static final class Pending<T> {
    private final Question<T> question;
    private boolean isOver;

    Pending(Question<T> question) {
      this.question = question;
    }

    void end(Runnable ending) {
      if (!isOver) {
        isOver = true;
        ending.run();
      }
    }
  }

  <T> void ask(SimProcess from, SimNode to, Question<T> question) {
    Pending<T> pending = new Pending<>(question);
    if (!to.isUp() || world.badLuck(20)) {
      from.later(Network.latency(world), () -> pending.end(question::notSent));
      return;
    }
    long broken = world.chance.micros(TIMEOUT_MICROS / 2); // with the connection, under way or not
    from.later(world.badLuck(6) ? broken : TIMEOUT_MICROS, () -> pending.end(question::unanswered));
    if (!world.badLuck(15)) {
      SimProcess at = to.process();
      network.transmit(
          from.node, at, () -> question.arrives(at, reply -> bringBack(pending, at, from, reply)));
    }
  }

  private <T> void bringBack(Pending<T> pending, SimProcess by, SimProcess to, T reply) {
    if (!world.badLuck(15)) {
      network.transmit(by.node, to, () -> pending.end(() -> pending.question.answered(reply)));
    }
  }
}
