package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouterTest {

  /** Answers for some paths, and owns others. */
  private record Paths(String name, List<String> owns, List<Route> routes) implements Dialect {

    @Override
    public Answer refuse(Problem problem) {
      return Answer.text(problem.status(), problem.detail());
    }
  }

  private static Paths dialect(String name, List<String> owns, String... paths) {
    return new Paths(name, owns, List.of(paths).stream().map(RouterTest::get).toList());
  }

  private static Route get(String path) {
    return Route.get(path, Right.READ)
        .to(call -> CompletableFuture.completedFuture(Answer.text(200, path)));
  }

  private static Router router(Dialect... dialects) {
    return new Router(List.of(dialects), new NotFoundDialect());
  }

  @ParameterizedTest
  @CsvSource({
    "/v1/things, things, /v1/things",
    "//v1//things//, things, /v1/things",
    "/v1/things/7, things, /v1/things/{id}",
    "/v1/things/7/, things, /v1/things/{id}",
    "/v1/things/7/8, things, ''",
    "/v1/things/new/8, things, ''",
    "/v1/thing, none, ''",
    "/v1/thing/x, rest, /v1/{a+}/of/{b+}",
    "/v1/list, list, /v1/list",
    "/v1/list/x, rest, /v1/{a+}/of/{b+}",
    "/v1/all/a//b/, all, /v1/all/{name+}",
    "/v1/all, rest, ''",
    "/v1, none, ''",
    "/, none, ''",
    "'', none, ''",
    "/v1/%74hings, none, ''",
    "/v1/%74hings/7, rest, /v1/{a+}/of/{b+}",
  })
  void words_go_before_captures_and_these_before_the_rest(
      String path, String dialect, String template) {
    Router router =
        router(
            dialect("things", List.of("/v1/things"), "/v1/things", "/v1/things/{id}"),
            dialect("rest", List.of(), "/v1/{a+}/of/{b+}"),
            dialect("list", List.of(), "/v1/list"),
            dialect("all", List.of("/v1/all"), "/v1/all/{name+}"));
    RouteSet found = router.find(path);
    String owner = path.equals("/v1/all") ? "all" : dialect;
    assertThat(found.dialect().name()).isEqualTo(owner);
    if (template.isEmpty()) {
      assertThatThrownBy(() -> found.route(FakeCall.of("GET", path)))
          .isInstanceOfSatisfying(
              ProblemException.class, e -> assertThat(e.problem().status()).isEqualTo(404));
    } else {
      assertThat(found.route(FakeCall.of("GET", path)).path().text()).isEqualTo(template);
    }
  }

  @Test
  void two_routes_that_nothing_tells_apart_are_an_error() {
    assertThatThrownBy(() -> router(dialect("a", List.of(), "/x/{id}", "/x/{other}/")))
        .hasMessageContaining("GET /x/{other}/ has two routes");
    assertThatThrownBy(
            () -> router(dialect("a", List.of(), "/x/{id}"), dialect("b", List.of(), "/x/{id}")))
        .hasMessageContaining("served by two dialects");
    assertThatThrownBy(
            () -> router(dialect("a", List.of("/x"), "/x"), dialect("b", List.of(), "/x/y")))
        .hasMessageContaining("/x/y lies within what a owns");
    assertThatThrownBy(() -> router(dialect("a", List.of("/x")), dialect("b", List.of("/x"))))
        .hasMessageContaining("owned twice");
  }

  @Test
  void a_path_says_what_it_captures() {
    Route one = get("/v1/things/{id}");
    assertThat(one.path().capture("id", "//v1/things/a%20b/")).isEqualTo("a b");
    assertThat(get("/v1/all/{name+}").path().capture("name", "/v1/all/a//b")).isEqualTo("a//b");
    assertThatThrownBy(() -> one.path().capture("name", "/v1/things/7"))
        .hasMessageContaining("has no name");
  }
}
