package io.tenure.gateway.netty;

import io.netty.channel.EventLoop;
import io.tenure.gateway.BrowserGuard;
import io.tenure.gateway.Gateway;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The connections of one event loop, and what is cheaper done for all of them at once: looking for
 * those whose time is up, and flushing those that have answers. Used on its event loop only.
 *
 * <p>The state answers many callers of one loop in one task. Their connections are flushed in a
 * task behind it, so that answers to pipelined requests leave together.
 */
final class Loop {

  private static final long MAX_SWEEP_MILLIS = 250;
  private static final long MIN_SWEEP_MILLIS = 10;

  private final EventLoop executor;
  private final Gateway gateway;
  private final HttpServerOptions options;
  private final AnswerEncoder encoder = new AnswerEncoder();
  private final List<Connection> connections = new ArrayList<>();
  private final List<Connection> unflushed = new ArrayList<>();
  private final Set<OpenBody> bodies = new HashSet<>();
  private boolean stopping;

  Loop(EventLoop executor, Gateway gateway, HttpServerOptions options) {
    this.executor = executor;
    this.gateway = gateway;
    this.options = options;
  }

  void startSweeping() {
    long shortest =
        Math.min(
            Math.min(limits().headTimeout().toMillis(), limits().bodyTimeout().toMillis()),
            Math.min(limits().idleTimeout().toMillis(), limits().answerTimeout().toMillis()));
    long period = Math.max(MIN_SWEEP_MILLIS, Math.min(MAX_SWEEP_MILLIS, shortest / 4));
    executor.scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.MILLISECONDS);
  }

  EventLoop executor() {
    return executor;
  }

  Gateway gateway() {
    return gateway;
  }

  HttpLimits limits() {
    return options.limits();
  }

  BrowserGuard guard() {
    return options.guard();
  }

  AnswerEncoder encoder() {
    return encoder;
  }

  boolean isStopping() {
    return stopping;
  }

  void add(Connection connection) {
    connection.moveTo(connections.size());
    connections.add(connection);
  }

  /** The last connection takes the place of the one that goes, so that nothing is searched. */
  void remove(Connection connection) {
    Connection moved = connections.remove(connections.size() - 1);
    if (moved != connection) {
      moved.moveTo(connection.place());
      connections.set(connection.place(), moved);
    }
  }

  void add(OpenBody body) {
    bodies.add(body);
  }

  void remove(OpenBody body) {
    bodies.remove(body);
  }

  void flushSoon(Connection connection) {
    if (unflushed.isEmpty()) {
      executor.execute(this::flushAll);
    }
    unflushed.add(connection);
  }

  /**
   * Ends the connections that wait for nothing, and the others as soon as they have what they
   * asked; bodies that would go on end now.
   */
  void stop() {
    stopping = true;
    forEach(Connection::stop);
    forEachBody(OpenBody::finish);
  }

  /** Ends all connections; whoever still waits is told that there will be no answer. */
  void giveUp() {
    forEach(Connection::giveUp);
  }

  private void sweep() {
    long now = System.nanoTime();
    forEach(connection -> connection.sweep(now));
    forEachBody(body -> body.sweep(now));
  }

  private void forEachBody(Consumer<OpenBody> action) {
    for (OpenBody body : List.copyOf(bodies)) {
      try {
        action.accept(body);
      } catch (RuntimeException e) {
        body.fail(e);
      }
    }
  }

  /**
   * From the last to the first, because whatever takes the place of a removed one was seen. A
   * connection that fails must not keep the others from their turn.
   */
  private void forEach(Consumer<Connection> action) {
    for (int i = connections.size() - 1; i >= 0; i = Math.min(i, connections.size()) - 1) {
      Connection connection = connections.get(i);
      try {
        action.accept(connection);
      } catch (RuntimeException e) {
        connection.fail(e);
      }
    }
  }

  private void flushAll() {
    for (int i = 0; i < unflushed.size(); i++) {
      try {
        unflushed.get(i).flush();
      } catch (RuntimeException e) {
        unflushed.get(i).fail(e);
      }
    }
    unflushed.clear();
  }
}
