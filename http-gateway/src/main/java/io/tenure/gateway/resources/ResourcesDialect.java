package io.tenure.gateway.resources;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.HolderWords;
import io.tenure.gateway.Names;
import io.tenure.gateway.Prefer;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.RoutedCall;
import io.tenure.gateway.json.JsonText;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClaimView;
import io.tenure.kernel.ResourceKey;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /v1/resources}: shows one resource, or lists those that are held. */
public final class ResourcesDialect implements Dialect {

  static final String PATH = "/v1/resources";

  private final Leases leases;
  private final ResourceJson written;

  /**
   * Makes the dialect.
   *
   * @param others how the other dialects call those who hold something through them
   */
  public ResourcesDialect(Leases leases, List<HolderWords> others) {
    this.leases = leases;
    this.written = new ResourceJson(others);
  }

  @Override
  public String name() {
    return "resources";
  }

  @Override
  public List<String> owns() {
    return List.of(PATH);
  }

  @Override
  public List<Route> routes() {
    return List.of(
        Route.get(PATH, Right.READ)
            .named("listResources", "Lists the resources that are held, by name")
            .query(ResourcesQuery.PARAMETERS)
            .answers(200, "HeldResources", "a page of resources; Link leads to the next one")
            .to(this::list),
        Route.get(PATH + "/{name+}", Right.READ)
            .named("showResource", "Shows who holds a resource, who waits, and who held it before")
            .query(Freshness.CONSISTENCY)
            .waiting()
            .answers(200, "Resource", "the resource, held or not")
            .reading(ResourcesDialect::resource, Function.identity())
            .to(this::show));
  }

  @Override
  public Answer refuse(Problem problem) {
    return ProblemJson.write(problem);
  }

  private static ResourceKey resource(RoutedCall call) {
    String name = call.path("name");
    Names.flaw(name, Integer.MAX_VALUE)
        .ifPresent(
            flaw -> {
              throw new ProblemException(Problem.of(400, "bad-uri", "the resource " + flaw));
            });
    return new ResourceKey(name);
  }

  private CompletionStage<Answer> show(RoutedCall call, ResourceKey resource) {
    Optional<Duration> patience = call.patience();
    return patience.isEmpty() || call.consistency() == Consistency.LOCAL
        ? showNow(call, resource)
        : awaitEnd(call, resource, patience.get())
            .thenCompose(over -> showNow(call, resource))
            .thenApply(answer -> Prefer.applied(answer, patience.get()));
  }

  private CompletionStage<Answer> showNow(RoutedCall call, ResourceKey resource) {
    return call.read(
        leases,
        state -> ResourceSnapshot.of(resource, state),
        snapshot -> json(written.one(snapshot)));
  }

  /** Completes when whoever holds the resource at first holds it no more, or in time. */
  private CompletionStage<Optional<ClaimView>> awaitEnd(
      RoutedCall call, ResourceKey resource, Duration patience) {
    return leases
        .read(state -> state.holder(resource), Consistency.LINEARIZABLE, call.caller())
        .thenCompose(
            holder ->
                holder
                    .map(
                        view ->
                            leases.awaitChange(
                                view.claim().id(), ClaimStatus.ACTIVE, patience, call.caller()))
                    .orElseGet(() -> CompletableFuture.completedFuture(holder)));
  }

  private CompletionStage<Answer> list(RoutedCall call) {
    ResourcesQuery query = ResourcesQuery.read(call.query());
    return call.read(
        leases,
        query::page,
        page -> {
          Answer answer = json(written.all(page.shown()));
          return page.following()
              .map(last -> answer.with("Link", link(call, query.following(last))))
              .orElse(answer);
        });
  }

  private static String link(RoutedCall call, String query) {
    return "<" + call.origin() + PATH + "?" + query + ">; rel=\"next\"";
  }

  private static Answer json(JsonText json) {
    return Answer.of(200, Answer.JSON, json.toBytes());
  }
}
