package io.tenure.gateway.leases;

import io.tenure.gateway.Admission;
import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.CutOff;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Freshness;
import io.tenure.gateway.Problem;
import io.tenure.gateway.ProblemException;
import io.tenure.gateway.ProblemJson;
import io.tenure.gateway.RawPath;
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
  private static final int SHORTEST_PATH = 3;
  private static final String[] VERSION = {"v1"};
  private static final String[] HEALTH = {"v1", "health"};
  private static final String[][] FOREIGN = {
    {"v1", "claims"}, {"v1", "cluster"}, {"v1", "events"}, {"v1", "resources"}
  };

  private final Leases leases;
  private final LeasesOptions options;
  private final LeaseCommands commands;
  private final Admission admission;
  private final HealthCheck health;

  public LeasesDialect(
      Leases leases, LeasesOptions options, Admission admission, Rotation rotation) {
    this.leases = leases;
    this.commands = new LeaseCommands(new Ttl(options.defaultLength().toNanos() / 1_000), options);
    this.options = options;
    this.admission = admission;
    this.health = new HealthCheck(rotation, admission);
  }

  @Override
  public String name() {
    return "leases";
  }

  /** Everything under {@code /v1} that has a namespace and is nobody else's, well-formed or not. */
  @Override
  public boolean serves(String rawPath) {
    if (!RawPath.startsWith(rawPath, VERSION)) {
      return false;
    }
    for (String[] foreign : FOREIGN) {
      if (RawPath.startsWith(rawPath, foreign)) {
        return false;
      }
    }
    return RawPath.startsWith(rawPath, HEALTH) || depth(rawPath) >= SHORTEST_PATH;
  }

  /** More than a client's data may have, so that who sends a little too much learns the rest. */
  @Override
  public int bodyLimit() {
    return options.bodyBytes();
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
    List<String> path = RawPath.segments(call.rawPath());
    if (isHealth(path)) {
      return CompletableFuture.completedFuture(refuse(problem));
    }
    LeaseUri uri = LeaseUri.of(path, options.nameBytes());
    return uri.isList()
        ? CompletableFuture.completedFuture(refuse(problem))
        : tell(call, uri, Form.wanted(call), LeaseResponse.refused(problem));
  }

  @Override
  public CompletionStage<Answer> answer(Call call) {
    List<String> path = RawPath.segments(call.rawPath());
    if (isHealth(path)) {
      return CompletableFuture.completedFuture(health.answer(call));
    }
    LeaseUri uri = LeaseUri.of(path, options.nameBytes());
    Form form = Form.wanted(call);
    if (uri.isList()) {
      return list(call, uri, form);
    }
    try {
      return answer(call, uri, form);
    } catch (ProblemException refused) {
      return tell(call, uri, form, LeaseResponse.refused(refused.problem()));
    }
  }

  private CompletionStage<Answer> answer(Call call, LeaseUri uri, Form form) {
    return switch (call.method()) {
      case "GET", "HEAD" -> show(call, uri, form);
      case "POST" -> {
        check(call);
        yield change(call, uri, form, commands.acquire(call, uri));
      }
      case "PUT" -> {
        check(call);
        yield change(call, uri, form, commands.renew(call, uri));
      }
      case "DELETE" -> {
        check(call);
        yield change(call, uri, form, commands.release(call, uri));
      }
      default -> throw notImplemented("POST, PUT, DELETE, HEAD and GET");
    };
  }

  private void check(Call call) {
    LeaseQuery.read(call);
    admission.check(call);
  }

  private CompletionStage<Answer> change(Call call, LeaseUri uri, Form form, Command command) {
    String client = Headers.client(call);
    Request request = Keyed.request(call, admission.principal(call).client(client), command);
    LeaseResponses responses = new LeaseResponses(client);
    return leases
        .submit(request, call.caller())
        .thenCompose(result -> tell(call, uri, form, result.dispatch(responses)));
  }

  private CompletionStage<Answer> show(Call call, LeaseUri uri, Form form) {
    Consistency consistency = LeaseQuery.read(call);
    String client = Headers.client(call);
    ResourceKey resource = uri.resource();
    Function<StateView, LeaseSnapshot> question =
        form == Form.RAW
            ? state -> LeaseSnapshot.latest(state, resource)
            : state -> LeaseSnapshot.full(state, resource);
    return leases
        .read(question, consistency, call.caller())
        .thenApply(
            snapshot -> {
              LeaseResponse response =
                  snapshot.isValid() ? LeaseResponse.EXISTS : LeaseResponse.NOT_HELD;
              Answer answer = describe(client, response, snapshot, form, uri);
              return consistency == Consistency.LOCAL
                  ? Freshness.mark(answer, snapshot.staleMicros())
                  : answer;
            });
  }

  private CompletionStage<Answer> list(Call call, LeaseUri uri, Form form) {
    if (!call.method().equals("GET")) {
      throw notImplemented("GET");
    }
    Consistency consistency = LeaseQuery.read(call);
    return leases
        .list(uri.prefix(), CutOff.MOST, consistency, call.caller())
        .thenApply(
            page -> {
              Answer answer = Presentation.list(form, uri, Listed.of(page.claims()));
              Answer marked = page.truncated() ? CutOff.mark(answer) : answer;
              return consistency == Consistency.LOCAL
                  ? Freshness.mark(marked, page.staleMicros())
                  : marked;
            });
  }

  /** Looks up what else an answer has to say of the lease, if anything. */
  private CompletionStage<Answer> tell(Call call, LeaseUri uri, Form form, LeaseResponse response) {
    String client = clientOrNobody(call);
    Tenure tenure = response.tenure();
    boolean complete = form == Form.RAW || !response.hasBody();
    if (tenure != null && complete) {
      return CompletableFuture.completedFuture(
          describe(client, response, LeaseSnapshot.of(tenure), form, uri));
    }
    return leases
        .read(snapshot(form, uri), Consistency.LINEARIZABLE, call.caller())
        .handle((snapshot, failure) -> failure == null ? snapshot : LeaseSnapshot.NOTHING)
        .thenApply(snapshot -> describe(client, response, response.of(snapshot), form, uri));
  }

  private static Answer describe(
      String client, LeaseResponse response, LeaseSnapshot snapshot, Form form, LeaseUri uri) {
    List<Answer.Header> headers = Headers.describe(snapshot.tenure(), client);
    headers.addAll(response.headers());
    return Presentation.with(Presentation.one(form, uri, response, snapshot), headers);
  }

  private static Function<StateView, LeaseSnapshot> snapshot(Form form, LeaseUri uri) {
    ResourceKey resource = uri.resource();
    return form == Form.RAW
        ? state -> LeaseSnapshot.brief(state, resource)
        : state -> LeaseSnapshot.full(state, resource);
  }

  static ProblemException notImplemented(String methods) {
    return new ProblemException(
        Problem.of(501, "not-implemented", "only " + methods + " are known here"));
  }

  private static boolean isHealth(List<String> path) {
    return path.size() == HEALTH.length && path.get(1).equals(HEALTH[1]);
  }

  /** Whose name cannot be read owns nothing. */
  private static String clientOrNobody(Call call) {
    try {
      return Headers.client(call);
    } catch (ProblemException e) {
      return "";
    }
  }

  private static int depth(String rawPath) {
    int depth = 0;
    for (int i = 1; i <= rawPath.length(); i++) {
      boolean ends = i == rawPath.length() || rawPath.charAt(i) == '/';
      if (ends && rawPath.charAt(i - 1) != '/') {
        depth++;
      }
    }
    return depth;
  }
}
