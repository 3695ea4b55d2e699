package io.tenure.gateway.resources;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.Names;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.QueryString;
import io.tenure.gateway.RawPath;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.StateView;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /v1/resources}: shows one resource, or lists those that are held. */
public final class ResourcesDialect implements Dialect {

  static final String PATH = "/v1/resources";

  private static final String[] SEGMENTS = {"v1", "resources"};
  private static final String METHODS = "GET, HEAD, OPTIONS";
  private static final int BODY_LIMIT_BYTES = 8 * 1024;

  private final Leases leases;

  public ResourcesDialect(Leases leases) {
    this.leases = leases;
  }

  @Override
  public String name() {
    return "resources";
  }

  @Override
  public boolean serves(String rawPath) {
    return RawPath.startsWith(rawPath, SEGMENTS);
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
    return switch (call.method()) {
      case "GET", "HEAD" -> {
        String name = RawPath.after(call.rawPath(), SEGMENTS);
        yield name.isEmpty() ? list(call) : show(call, name);
      }
      case "OPTIONS" -> CompletableFuture.completedFuture(Answer.empty(204).with("Allow", METHODS));
      default -> throw new ProblemException(Problem.methodNotAllowed(METHODS));
    };
  }

  private CompletionStage<Answer> show(Call call, String name) {
    Names.flaw(name, Integer.MAX_VALUE)
        .ifPresent(
            flaw -> {
              throw new ProblemException(Problem.of(400, "bad-uri", "the resource " + flaw));
            });
    ResourceKey resource = new ResourceKey(name);
    Consistency consistency = ResourcesQuery.readForOne(QueryString.of(call));
    return read(call, consistency, state -> ResourceSnapshot.of(resource, state))
        .thenApply(seen -> seen.mark(json(ResourceJson.one(seen.found()))));
  }

  private CompletionStage<Answer> list(Call call) {
    ResourcesQuery query = ResourcesQuery.read(QueryString.of(call));
    return read(call, query.consistency(), query::page)
        .thenApply(
            seen -> {
              Answer answer = json(ResourceJson.all(seen.found().shown()));
              return seen.mark(
                  seen.found()
                      .following()
                      .map(last -> answer.with("Link", link(call, query.following(last))))
                      .orElse(answer));
            });
  }

  private static String link(Call call, String query) {
    return "<" + call.origin() + PATH + "?" + query + ">; rel=\"next\"";
  }

  /** What a read found, and how old it is. */
  private record Seen<T>(T found, Consistency consistency, long staleMicros) {

    Answer mark(Answer answer) {
      return consistency == Consistency.LOCAL ? Freshness.mark(answer, staleMicros) : answer;
    }
  }

  private <T> CompletionStage<Seen<T>> read(
      Call call, Consistency consistency, Function<StateView, T> question) {
    return leases.read(
        state -> new Seen<>(question.apply(state), consistency, state.staleMicros()),
        consistency,
        call.caller());
  }

  private static Answer json(JsonText json) {
    return Answer.of(200, Answer.JSON, json.toBytes());
  }
}
