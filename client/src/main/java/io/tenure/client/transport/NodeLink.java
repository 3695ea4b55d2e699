package io.tenure.client.transport;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The connections to one node. Short exchanges share a few of them, and wait for one; long ones
 * have each their own. When the node fails, those that wait are told at once. Only on the reactor's
 * thread.
 */
final class NodeLink implements HttpConnection.Owner {

  private static final int MOST_SHORT = 24;
  private static final int MOST_IDLE = 32;

  private final Reactor reactor;
  private final Target target;
  private final Deque<HttpConnection> idle = new ArrayDeque<>();
  private final Set<HttpConnection> shortOnes = new HashSet<>();
  private final Set<HttpConnection> all = new HashSet<>();
  private final Deque<NodeExchange> waiting = new ArrayDeque<>();
  private List<InetSocketAddress> addresses = List.of();
  private int address; // of them, the one that worked last
  private boolean resolving;

  NodeLink(Reactor reactor, Target target) {
    this.reactor = reactor;
    this.target = target;
  }

  Target target() {
    return target;
  }

  void submit(NodeExchange exchange) {
    if (exchange.isShort() && shortOnes.size() >= MOST_SHORT) {
      waiting.add(exchange);
    } else {
      begin(exchange);
    }
  }

  /** Ends an exchange that nobody waits for any more, and its connection. */
  void abandon(NodeExchange exchange) {
    waiting.remove(exchange);
    for (HttpConnection each : new ArrayList<>(all)) {
      if (each.serves(exchange)) {
        each.drop();
      }
    }
  }

  /** Ends all connections and exchanges. */
  void shut(String reason) {
    failWaiting(reason);
    new ArrayList<>(all).forEach(each -> each.fail(reason));
    new ArrayList<>(all).forEach(HttpConnection::drop);
  }

  private void begin(NodeExchange exchange) {
    HttpConnection kept = idle.pollLast();
    if (kept != null) {
      put(exchange, kept);
    } else if (!addresses.isEmpty()) {
      connect(exchange);
    } else if (target.isLiteral()) {
      resolve();
      beginIfResolved(exchange);
    } else {
      waiting.add(exchange);
      resolveElsewhere();
    }
  }

  private void beginIfResolved(NodeExchange exchange) {
    if (addresses.isEmpty()) {
      exchange.refused(target + " has no address");
    } else {
      connect(exchange);
    }
  }

  private void put(NodeExchange exchange, HttpConnection connection) {
    if (exchange.isShort()) {
      shortOnes.add(connection);
    }
    connection.start(exchange);
  }

  private void connect(NodeExchange exchange) {
    try {
      InetSocketAddress to = addresses.get(address % addresses.size());
      HttpConnection connection = new HttpConnection(reactor, target, to, this);
      all.add(connection);
      put(exchange, connection);
    } catch (ConnectException refused) {
      nodeFailed();
      exchange.refused(target + ": connection refused");
    } catch (IOException failure) {
      nodeFailed();
      String message = failure.getMessage();
      exchange.fail(target + " failed: " + (message == null ? "no connection" : message));
    }
  }

  private void resolve() {
    try {
      addresses = target.addresses();
    } catch (UnknownHostException unknown) {
      addresses = List.of();
    }
  }

  /** A name service may take seconds, in which other nodes are to be served. */
  private void resolveElsewhere() {
    if (resolving) {
      return;
    }
    resolving = true;
    Thread thread =
        new Thread(
            () -> {
              List<InetSocketAddress> found = new ArrayList<>();
              try {
                found.addAll(target.addresses());
              } catch (UnknownHostException unknown) {
                found.clear();
              }
              reactor.execute(() -> resolved(found));
            },
            "tenure-resolver");
    thread.setDaemon(true);
    thread.start();
  }

  private void resolved(List<InetSocketAddress> found) {
    resolving = false;
    addresses = List.copyOf(found);
    if (found.isEmpty()) {
      List<NodeExchange> unreachable = new ArrayList<>(waiting);
      waiting.clear();
      unreachable.forEach(each -> each.refused(target + ": unknown host"));
    } else {
      next();
    }
  }

  @Override
  public void idle(HttpConnection connection) {
    shortOnes.remove(connection);
    idle.addLast(connection);
    next();
    if (idle.size() > MOST_IDLE) {
      idle.removeFirst().drop();
    }
  }

  @Override
  public void gone(HttpConnection connection, boolean nodeFailed) {
    idle.remove(connection);
    shortOnes.remove(connection);
    all.remove(connection);
    if (nodeFailed) {
      nodeFailed();
    }
    next();
  }

  private void nodeFailed() {
    address++;
    if (address % Math.max(1, addresses.size()) == 0) {
      addresses = List.of(); // ask for them again
      address = 0;
    }
    failWaiting(target + " does not answer");
  }

  private void failWaiting(String reason) {
    List<NodeExchange> failed = new ArrayList<>(waiting);
    waiting.clear();
    failed.forEach(each -> each.fail(reason));
  }

  private void next() {
    while (!waiting.isEmpty() && !resolving && shortOnes.size() < MOST_SHORT) {
      NodeExchange exchange = waiting.removeFirst();
      if (!exchange.isAbandoned()) {
        begin(exchange);
      }
    }
  }
}
