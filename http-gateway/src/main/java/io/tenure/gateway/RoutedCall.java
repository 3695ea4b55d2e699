package io.tenure.gateway;

import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.StateView;
import io.tenure.service.Caller;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * A call that the gateway has checked and that may be carried out.
 *
 * @param query of known and sound parameters only
 * @param principal on whose authority the client asks
 */
public record RoutedCall(Call call, Route route, QueryString query, Principal principal) {

  /** What the path says at a capture of the route's template, decoded. */
  public String path(String capture) {
    return route.path().capture(capture, call.rawPath());
  }

  public Caller caller() {
    return call.caller();
  }

  public String origin() {
    return call.origin();
  }

  /** How fresh a read the client wants. */
  public Consistency consistency() {
    return query
        .first(Freshness.PARAMETER)
        .flatMap(Freshness::parse)
        .orElse(Consistency.LINEARIZABLE);
  }

  /** How long the client would wait, if the route lets it wait and it says so. */
  public Optional<Duration> patience() {
    return route.waits() ? Prefer.waiting(call) : Optional.empty();
  }

  /** The command as the client asks for it: under its key, if it has one. */
  public Request request(Command command) {
    return IdempotencyKey.request(call, principal, command);
  }

  /** Several commands, each under a key of its own that follows from the client's. */
  public List<Request> requests(List<? extends Command> commands) {
    return IdempotencyKey.requests(call, principal, commands);
  }

  /** Answers a read of the state, with its age if the client has asked this node alone. */
  public <T> CompletionStage<Answer> read(
      Leases leases, Function<StateView, T> question, Function<T, Answer> answer) {
    Consistency consistency = consistency();
    if (consistency == Consistency.LINEARIZABLE) {
      return leases.read(question, consistency, caller()).thenApply(answer);
    }
    return leases
        .read(
            state -> new Aged<>(question.apply(state), state.staleMicros()), consistency, caller())
        .thenApply(aged -> Freshness.mark(answer.apply(aged.found()), aged.staleMicros()));
  }

  /** What a read has found, and how old it is. */
  private record Aged<T>(T found, long staleMicros) {}
}
