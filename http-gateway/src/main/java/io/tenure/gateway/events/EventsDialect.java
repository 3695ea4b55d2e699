package io.tenure.gateway.events;

import io.tenure.gateway.Access;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.RoutedCall;
import io.tenure.service.EventFeed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code /v1/events}: opens streams of events. */
public final class EventsDialect implements Dialect, AutoCloseable {

  private static final String TYPE = "text/event-stream";
  private static final String PATH = "/v1/events";

  private final Hub hub;

  public EventsDialect(EventFeed feed, EventsOptions options) {
    this.hub = new Hub(feed, options);
  }

  /** How many streams are open. */
  public int streams() {
    return hub.size();
  }

  /** How many streams were closed because their clients did not keep up, since the start. */
  public long lagged() {
    return hub.lagged();
  }

  @Override
  public String name() {
    return "events";
  }

  @Override
  public List<String> owns() {
    return List.of(PATH);
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Right.READ)
            .named("watchEvents", "Streams what happens to claims, as server-sent events")
            .query(EventsQuery.PARAMETERS)
            .headers("LastEventId")
            .answers(
                200,
                "text/event-stream ClaimEvent",
                "events, from now on or behind the last one seen")
            .readingAccess(EventsQuery::read, query -> Access.of(Right.READ))
            .to(this::open));
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  private CompletionStage<Answer> open(RoutedCall call, EventsQuery query) {
    if (call.call().method().equals("HEAD")) {
      return CompletableFuture.completedFuture(unbuffered(Answer.of(200, TYPE, new byte[0])));
    }
    if (hub.isFull()) {
      throw new ProblemException(
          Problem.of(503, "too-many-streams", "limit of open streams reached on this node")
              .with("Retry-After", "1"));
    }
    return CompletableFuture.completedFuture(
        unbuffered(Answer.streaming(200, TYPE, new SubscriberStream(hub, query))));
  }

  /** Tells whatever stands between us and the client to hand on each event at once. */
  private static Answer unbuffered(Answer answer) {
    return answer.with("X-Accel-Buffering", "no");
  }

  /** Ends all streams; to be called when the server that carries them is closed. */
  @Override
  public void close() {
    hub.close();
  }
}
