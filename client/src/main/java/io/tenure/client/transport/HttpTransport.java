package io.tenure.client.transport;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * HTTP/1.1 over connections of its own, plain or TLS, all served by one thread. It is written here
 * because the JDK's client takes longer to load than a command may take to run.
 *
 * <p>The node that answered last is asked first. A node that refuses the connection, answers 5xx or
 * takes too long is passed over at once, and the request goes to the next one under the same key.
 */
public final class HttpTransport implements Transport {

  private final Reactor reactor = new Reactor("tenure-http");
  private final List<NodeLink> links;
  private final AtomicInteger preferred = new AtomicInteger();
  private volatile boolean closed;

  private HttpTransport(ConnectionSettings connection) {
    links =
        connection.nodes().stream()
            .map(node -> new NodeLink(reactor, new Target(node, connection)))
            .toList();
  }

  /** Opens a transport; connections are made when they are needed. */
  public static HttpTransport open(ConnectionSettings connection) {
    return new HttpTransport(connection);
  }

  @Override
  public CompletableFuture<SendResult> send(ApiRequest request) {
    return start(request, preferred.get(), links.size());
  }

  /** Asks one node only, by its place among the addresses. */
  public CompletableFuture<SendResult> sendTo(int node, ApiRequest request) {
    return start(request, node, 1);
  }

  /** Ends all connections. Requests that are under way have no answer. */
  @Override
  public void close() {
    closed = true;
    reactor.execute(
        () -> {
          links.forEach(link -> link.shut("the client was closed"));
          reactor.close();
        });
  }

  private CompletableFuture<SendResult> start(ApiRequest request, int node, int nodes) {
    CompletableFuture<SendResult> reply = new CompletableFuture<>();
    if (closed) {
      reply.complete(new NoAnswer("the client is closed"));
    } else {
      reactor.execute(() -> attempt(request, new Turn(node, nodes, true, true), reply));
    }
    return reply;
  }

  /**
   * Whose turn it is to be asked.
   *
   * @param left how many nodes may be asked, this one included
   * @param refused whether all that were asked before have refused the connection
   */
  private record Turn(int node, int left, boolean first, boolean refused) {

    Turn next(int nodes, SendResult result) {
      return new Turn((node + 1) % nodes, left - 1, false, refusedBy(result));
    }

    /** What is told if there is nobody left to be asked. */
    SendResult last(SendResult result) {
      if (result instanceof HttpAnswer answer) {
        return first ? answer : answer.sentBefore();
      }
      return new NoAnswer(((NoAnswer) result).reason(), refusedBy(result));
    }

    private boolean refusedBy(SendResult result) {
      return refused && result instanceof NoAnswer none && none.refused();
    }
  }

  /** Asks a node, and if that fails the next. */
  private void attempt(ApiRequest request, Turn turn, CompletableFuture<SendResult> reply) {
    if (reply.isDone()) {
      return;
    }
    NodeLink link = links.get(turn.node());
    AnswerExchange call = new AnswerExchange(request, link.target(), reply::isDone);
    call.reply.thenAccept(
        result -> {
          boolean good = result instanceof HttpAnswer answer && !isTransient(answer.status());
          if (good) {
            preferred.set(turn.node());
          }
          if (good || turn.left() == 1 || closed) {
            reply.complete(turn.last(result));
          } else {
            Turn next = turn.next(links.size(), result);
            preferred.compareAndSet(turn.node(), next.node());
            attempt(request, next, reply);
          }
        });
    reply.whenComplete(
        (result, cancelled) -> {
          if (!call.reply.isDone()) {
            reactor.execute(() -> link.abandon(call));
          }
        });
    link.submit(call);
  }

  /** Whether another node, or this one later, may answer otherwise. */
  public static boolean isTransient(int status) {
    return switch (status) {
      case 408, 429 -> true;
      case 501, 505, 507 -> false;
      default -> status >= 500;
    };
  }
}
