package io.tenure.gateway.netty;

import io.tenure.gateway.Answer;
import io.tenure.gateway.Call;
import io.tenure.gateway.Dialect;
import io.tenure.gateway.Problem;
import io.tenure.gateway.Right;
import io.tenure.gateway.Route;
import io.tenure.gateway.RouteBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Everything below {@code /t}, answered by a function; refusals are short texts. */
record TestDialect(int bodyLimit, Function<Call, CompletionStage<Answer>> behaviour)
    implements Dialect {

  static final int BODY_LIMIT = 10_000;

  static TestDialect answering(Function<Call, Answer> behaviour) {
    return new TestDialect(
        BODY_LIMIT, call -> CompletableFuture.completedFuture(behaviour.apply(call)));
  }

  /** Answers with what it was asked. */
  static TestDialect echo() {
    return answering(TestDialect::echo);
  }

  static Answer echo(Call call) {
    String text =
        String.join(
            "|",
            List.of(
                call.method(),
                call.rawPath(),
                call.rawQuery().orElse("-"),
                call.header("X-Test").orElse("-"),
                new String(call.body(), StandardCharsets.UTF_8)));
    return Answer.text(200, text);
  }

  @Override
  public String name() {
    return "test";
  }

  @Override
  public List<Route> routes() {
    List<Route> routes = new ArrayList<>();
    for (String path : List.of("/t", "/t/{rest+}")) {
      routes.add(route(Route.get(path, Right.READ)));
      routes.add(route(Route.post(path, Right.WRITE)));
      routes.add(route(Route.put(path, Right.WRITE)));
      routes.add(route(Route.patch(path, Right.WRITE)));
      routes.add(route(Route.delete(path, Right.WRITE)));
    }
    return routes;
  }

  private Route route(RouteBuilder route) {
    return route
        .body("text/plain", bodyLimit)
        .ignoringStrayParameters()
        .to(call -> behaviour.apply(call.call()));
  }

  @Override
  public Answer refuse(Problem problem) {
    return Answer.text(problem.status(), "test: " + problem.slug());
  }
}
