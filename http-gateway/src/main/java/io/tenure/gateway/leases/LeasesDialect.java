package io.tenure.gateway.leases;

import io.tenure.gateway.Access;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.RawPath;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.RouteBuilder;
import io.tenure.gateway.RoutedCall;
import io.tenure.gateway.Truncation;
import io.tenure.kernel.Command;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.StateView;
import io.tenure.kernel.Ttl;
import io.tenure.service.Consistency;
import io.tenure.service.Leases;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code /v1/<namespace>/leases/<name>}: which method does what, and how it is answered. */
public final class LeasesDialect implements Dialect {

  private static final int SERVICE_UNAVAILABLE = 503;
  private static final String LEASE = "/v1/{namespace+}/leases/{name+}";
  private static final String LIST = "/v1/{namespace+}/lease/list";
  private static final String HEALTH = "/v1/health";

  private final Leases leases;
  private final LeasesOptions options;
  private final LeaseCommands commands;
  private final HealthCheck health;

  public LeasesDialect(Leases leases, LeasesOptions options, Rotation rotation) {
    this.leases = leases;
    this.commands = new LeaseCommands(new Ttl(options.defaultLength().toNanos() / 1_000), options);
    this.options = options;
    this.health = new HealthCheck(rotation);
  }

  @Override
  public String name() {
    return "leases";
  }

  /** Everything below {@code /v1} that has a namespace and is nobody else's, well-formed or not. */
  @Override
  public List<Route> routes() {
    return List.of(
        lease(Route.get(LEASE, Right.READ))
            .named("showLease", "Shows a lease")
            .query(Freshness.CONSISTENCY)
            .answers(200, "LeaseAnswer", "somebody holds the lease")
            .reading(this::target, LeaseTarget::resource)
            .to(this::show),
        acquireRoute(),
        renewRoute(),
        change(Route.delete(LEASE, Right.WRITE), "LeaseVersion")
            .named("releaseLease", "Gives a lease back, and forgets its data")
            .body("", options.bodyBytes())
            .answers(204, "", "the lease is free")
            .answers(403, "LeaseAnswer", "somebody else holds the lease")
            .reading(this::target, LeaseTarget::resource)
            .to(
                (call, target) ->
                    change(call, target, commands.release(call.call(), target.uri()))),
        listRoute(),
        Route.get(HEALTH, Right.NONE)
            .named("rotation", "Says whether load balancers should send clients to this node")
            .answers(200, "text/plain", "in rotation")
            .answers(404, "text/plain", "out of rotation")
            .to(call -> CompletableFuture.completedFuture(health.show())),
        Route.post(HEALTH, Right.ADMIN)
            .named("setRotation", "Takes this node out of rotation, or puts it in again")
            .body("text/plain", options.bodyBytes())
            .answers(200, "text/plain", "what it is now")
            .to(call -> CompletableFuture.completedFuture(health.change(call.call()))));
  }

  private Route acquireRoute() {
    return change(Route.post(LEASE, Right.WRITE), "LeaseLength")
        .named("acquireLease", "Acquires a lease")
        .body("application/octet-stream", options.bodyBytes())
        .answers(201, "LeaseAnswer", "the lease is yours")
        .answers(405, "LeaseAnswer", "the lease is yours already")
        .answers(507, "LeaseAnswer", "there are as many claims as there may be")
        .answers(509, "LeaseAnswer", "the namespace has as many leases as it may")
        .reading(this::target, LeaseTarget::resource)
        .to((call, target) -> change(call, target, commands.acquire(call.call(), target.uri())));
  }

  private Route renewRoute() {
    return change(Route.put(LEASE, Right.WRITE), "LeaseLength", "LeaseVersion")
        .named("renewLease", "Renews a lease")
        .body("application/octet-stream", options.bodyBytes())
        .answers(202, "LeaseAnswer", "the lease lasts anew")
        .answers(403, "LeaseAnswer", "somebody else holds the lease")
        .reading(this::target, LeaseTarget::resource)
        .to((call, target) -> change(call, target, commands.renew(call.call(), target.uri())));
  }

  private Route listRoute() {
    return Route.get(LIST, Right.READ)
        .only(LeaseUri::isList)
        .named("listLeases", "Lists the leases in a namespace and below it, by key")
        .query(Freshness.CONSISTENCY)
        .answers(200, "Leases", "the leases that are held, and those that were")
        .readingAccess(this::target, target -> Access.of(Right.READ))
        .to(this::list);
  }

  private static RouteBuilder lease(RouteBuilder route) {
    return route
        .only(path -> !LeaseUri.isList(path))
        .headers("ClientId")
        .answers(404, "LeaseAnswer", "nobody holds the lease")
        .answers(414, "LeaseAnswer", "namespace and name are too long");
  }

  private static RouteBuilder change(RouteBuilder route, String... headers) {
    return lease(route)
        .headers(headers)
        .idempotent()
        .answers(409, "LeaseAnswer", "somebody else holds the lease, or it has another version");
  }

  /** OPTIONS is as unknown here as every other method. */
  @Override
  public boolean answersOptions() {
    return false;
  }

  @Override
  public String refusalBody() {
    return "LeaseAnswer";
  }

  @Override
  public Problem methodNotAllowed(Call call, String allowed) {
    if (!isHealth(call)) {
      uri(call); // a path that is none is told first
    }
    return Problem.of(501, "not-implemented", "the methods here are " + allowed);
  }

  /** Says no where the lease is not known, or its state cannot be had. */
  @Override
  public Answer refuse(Problem problem) {
    LeaseResponse response = LeaseResponse.refused(problem);
    Answer answer =
        problem.status() == SERVICE_UNAVAILABLE
            ? ProblemJson.write(problem)
            : Presentation.with(
                Answer.text(problem.status(), Message.of(response, LeaseSnapshot.NOTHING)),
                problem.headers());
    return answer.withReason(response.reason()).with(Headers.IS_YOU, Headers.NOT_YOU.value());
  }

  /** The client learns all the same who holds the lease. */
  @Override
  public CompletionStage<Answer> refuse(Call call, Problem problem) {
    if (isHealth(call)) {
      return CompletableFuture.completedFuture(refuse(problem));
    }
    LeaseTarget target = target(call);
    return target.uri().isList()
        ? CompletableFuture.completedFuture(refuse(problem))
        : tell(call, target, LeaseResponse.refused(problem));
  }

  private LeaseTarget target(RoutedCall call) {
    return target(call.call());
  }

  private LeaseTarget target(Call call) {
    return new LeaseTarget(uri(call), Form.wanted(call));
  }

  private LeaseUri uri(Call call) {
    return LeaseUri.of(RawPath.segments(call.rawPath()), options.nameBytes());
  }

  private static boolean isHealth(Call call) {
    List<String> path = RawPath.segments(call.rawPath());
    return path.size() == 2 && HEALTH.endsWith(path.get(1));
  }

  private CompletionStage<Answer> change(RoutedCall call, LeaseTarget target, Command command) {
    String client = Headers.client(call.call());
    Request request =
        LeaseRequestKey.request(call.call(), call.principal().client(client), command);
    LeaseResponses responses = new LeaseResponses(client);
    return leases
        .submit(request, call.caller())
        .thenCompose(result -> tell(call.call(), target, result.dispatch(responses)));
  }

  private CompletionStage<Answer> show(RoutedCall call, LeaseTarget target) {
    String client = Headers.client(call.call());
    ResourceKey resource = target.resource();
    Function<StateView, LeaseSnapshot> question =
        target.form() == Form.RAW
            ? state -> LeaseSnapshot.latest(state, resource)
            : state -> LeaseSnapshot.full(state, resource);
    return call.read(
        leases,
        question,
        snapshot ->
            describe(
                client,
                snapshot.isValid() ? LeaseResponse.EXISTS : LeaseResponse.NOT_HELD,
                snapshot,
                target));
  }

  private CompletionStage<Answer> list(RoutedCall call, LeaseTarget target) {
    Consistency consistency = call.consistency();
    LeaseUri uri = target.uri();
    return leases
        .list(uri.prefix(), Truncation.MOST, consistency, call.caller())
        .thenApply(
            page -> {
              Answer answer = Presentation.list(target.form(), uri, Listed.of(page.claims()));
              Answer marked = page.truncated() ? Truncation.mark(answer) : answer;
              return consistency == Consistency.LOCAL
                  ? Freshness.mark(marked, page.staleMicros())
                  : marked;
            });
  }

  /** Looks up what else an answer has to say of the lease, if anything. */
  private CompletionStage<Answer> tell(Call call, LeaseTarget target, LeaseResponse response) {
    String client = clientOrNobody(call);
    Tenure tenure = response.tenure();
    boolean complete = target.form() == Form.RAW || !response.hasBody();
    if (tenure != null && complete) {
      return CompletableFuture.completedFuture(
          describe(client, response, LeaseSnapshot.of(tenure), target));
    }
    return leases
        .read(snapshot(target), Consistency.LINEARIZABLE, call.caller())
        .handle((snapshot, failure) -> failure == null ? snapshot : LeaseSnapshot.NOTHING)
        .thenApply(snapshot -> describe(client, response, response.of(snapshot), target));
  }

  private static Answer describe(
      String client, LeaseResponse response, LeaseSnapshot snapshot, LeaseTarget target) {
    List<Answer.Header> headers = Headers.describe(snapshot.tenure(), client);
    headers.addAll(response.headers());
    return Presentation.with(
        Presentation.one(target.form(), target.uri(), response, snapshot), headers);
  }

  private static Function<StateView, LeaseSnapshot> snapshot(LeaseTarget target) {
    ResourceKey resource = target.resource();
    return target.form() == Form.RAW
        ? state -> LeaseSnapshot.brief(state, resource)
        : state -> LeaseSnapshot.full(state, resource);
  }

  /** A client with an unreadable name owns no lease. */
  private static String clientOrNobody(Call call) {
    try {
      return Headers.client(call);
    } catch (ProblemException e) {
      return "";
    }
  }
}
