package io.tenure.gateway.events;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.RawPath;
import io.tenure.service.EventFeed;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code /v1/events}: opens streams of events. */
public final class EventsDialect implements Dialect, AutoCloseable {

  private static final String TYPE = "text/event-stream";
  private static final String METHODS = "GET, HEAD, OPTIONS";
  private static final String[] PATH = {"v1", "events"};
  private static final int BODY_LIMIT_BYTES = 8 * 1024;

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
  public boolean serves(String rawPath) {
    return RawPath.startsWith(rawPath, PATH);
  }

  @Override
  public int bodyLimit() {
    return BODY_LIMIT_BYTES;
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  @Override
  public CompletionStage<Answer> answer(Call call) {
    if (!RawPath.is(call.rawPath(), PATH)) {
      throw new ProblemException(
          Problem.of(404, "not-found", "there is nothing at " + call.rawPath()));
    }
    return CompletableFuture.completedFuture(
        switch (call.method()) {
          case "GET" -> open(call);
          case "HEAD" -> head(call);
          case "OPTIONS" -> Answer.empty(204).with("Allow", METHODS);
          default -> throw new ProblemException(Problem.methodNotAllowed(METHODS));
        });
  }

  private Answer open(Call call) {
    EventsQuery query = EventsQuery.read(call);
    if (hub.isFull()) {
      throw new ProblemException(
          Problem.of(503, "too-many-streams", "this node has as many streams as it may have")
              .with("Retry-After", "1"));
    }
    return unbuffered(Answer.streaming(200, TYPE, new SubscriberStream(hub, query)));
  }

  private static Answer head(Call call) {
    EventsQuery.read(call);
    return unbuffered(Answer.of(200, TYPE, new byte[0]));
  }

  /** Tells whatever stands between us and the client to hand on each event at once. */
  private static Answer unbuffered(Answer answer) {
    return answer.with("Cache-Control", "no-store").with("X-Accel-Buffering", "no");
  }

  /** Ends all streams; to be called when the server that carries them is closed. */
  @Override
  public void close() {
    hub.close();
  }
}
