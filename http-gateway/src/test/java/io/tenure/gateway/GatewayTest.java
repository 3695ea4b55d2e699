package io.tenure.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ResourceKey;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class GatewayTest {

  /** Lets everybody touch what has their own name. */
  private static final Admission OWN_NAME_ONLY =
      new Admission(
          shown ->
              shown
                  .header("As")
                  .map(name -> Finding.known(Principal.of(name)))
                  .orElse(Finding.NOTHING),
          Optional.of(
              (principal, access, caller) ->
                  CompletableFuture.completedFuture(
                      access.equals(new Access(Right.WRITE, new ResourceKey(principal.name())))
                          ? Optional.empty()
                          : Optional.of(Problem.of(403, "not-allowed", "no")))),
          true);

  private final List<String> observed = new ArrayList<>();

  @Test
  void a_call_goes_to_the_dialect_that_serves_its_path() {
    Gateway gateway =
        gateway(
            dialect("one", "/a", () -> answered("one")),
            dialect("three", "/c", () -> answered("three")));
    assertThat(ask(gateway, "GET", "/a")).isEqualTo("200 one");
    assertThat(ask(gateway, "GET", "/c")).isEqualTo("200 three");
    assertThat(ask(gateway, "GET", "/d")).startsWith("404 {\"type\":\"urn:tenure:problem:not-f");
    assertThat(observed).containsExactly("one GET 200", "three GET 200", "none GET 404");
  }

  @Test
  void whoever_may_not_touch_a_resource_is_refused_before_anything_is_done() {
    List<String> done = new ArrayList<>();
    Dialect names =
        new NotFoundDialect() {
          @Override
          public List<Route> routes() {
            return List.of(
                Route.put("/names/{name}", Right.WRITE)
                    .reading(call -> new ResourceKey(call.path("name")), key -> key)
                    .to(
                        (call, key) -> {
                          done.add(call.principal().name() + " " + key.name());
                          return answered("done");
                        }));
          }
        };
    Gateway gateway = new Gateway(List.of(names), OWN_NAME_ONLY, CallObserver.NONE);
    FakeCall call = FakeCall.of("PUT", "/names/ann");
    assertThat(gateway.answer(call).join().status()).isEqualTo(401);
    assertThat(gateway.answer(call.header("As", "bob")).join().status()).isEqualTo(403);
    assertThat(done).isEmpty();
    assertThat(gateway.answer(call.header("As", "ann")).join().status()).isEqualTo(200);
    assertThat(done).containsExactly("ann ann");
  }

  @Test
  void failures_are_told_in_the_words_of_the_dialect() {
    assertThat(failingWith(new ProblemException(Problem.of(409, "held", "no"))))
        .isEqualTo("409 one says held: no");
    assertThat(failingWith(new UnavailableException("no leader")))
        .isEqualTo("503 one says unavailable: no leader");
    assertThat(failingWith(new UnknownOutcomeException("leader gone")))
        .isEqualTo("503 one says unknown-outcome: leader gone");
    assertThat(failingWith(new IllegalStateException("bug")))
        .startsWith("500 one says internal")
        .doesNotContain("bug");
  }

  @Test
  void a_dialect_that_overflows_the_stack_or_cannot_refuse_is_answered_for() {
    Gateway gateway =
        gateway(
            dialect(
                "one",
                "/a",
                () -> {
                  throw new StackOverflowError();
                }),
            dialect(
                "mute",
                "/b",
                () -> {
                  throw new ProblemException(Problem.of(400, "mute", "cannot be said"));
                }));
    assertThat(ask(gateway, "GET", "/a")).startsWith("500 one says internal");
    assertThat(ask(gateway, "GET", "/b")).startsWith("500 {\"type\":\"urn:tenure:problem:internal");
  }

  @Test
  void whoever_gives_up_on_a_write_learns_that_its_outcome_is_unknown() {
    CompletableFuture<Answer> never = new CompletableFuture<>();
    Gateway gateway = gateway(dialect("one", "/a", () -> never));
    assertThat(givenUp(gateway, "POST")).startsWith("503 one says unknown-outcome");
    assertThat(givenUp(gateway, "GET")).startsWith("503 one says unavailable");
    never.complete(Answer.empty(200));
    assertThat(observed).containsExactly("one POST 503", "one GET 503");
  }

  @Test
  void an_answer_that_came_is_not_given_up() {
    Gateway gateway = gateway(dialect("one", "/a", () -> answered("in time")));
    assertThat(givenUp(gateway, "POST")).isEqualTo("200 in time");
    assertThat(observed).containsExactly("one POST 200");
  }

  @Test
  void what_never_became_a_call_is_refused_by_the_dialect_of_its_path() {
    Gateway gateway = gateway(dialect("one", "/a", () -> answered("")));
    Problem problem = Problem.of(414, "uri-too-long", "too long");
    assertThat(text(gateway.refuse("GET", "/a", problem)))
        .isEqualTo("414 one says uri-too-long: too long");
    assertThat(text(gateway.refuse("GET", "", problem))).startsWith("414 {\"type\"");
    assertThat(gateway.bodyLimit("POST", "/a")).isEqualTo(1000);
    assertThat(observed).containsExactly("one GET 414", "none GET 414");
  }

  /** Thrown, failed, and failed in a later stage: it must be the same. */
  private String failingWith(RuntimeException failure) {
    String thrown =
        ask(
            gateway(
                dialect(
                    "one",
                    "/a",
                    () -> {
                      throw failure;
                    })),
            "GET",
            "/a");
    CompletionStage<Answer> failed = CompletableFuture.failedFuture(failure);
    assertThat(ask(gateway(dialect("one", "/a", () -> failed)), "GET", "/a")).isEqualTo(thrown);
    CompletionStage<Answer> later =
        CompletableFuture.failedFuture(new CompletionException(new CompletionException(failure)));
    assertThat(ask(gateway(dialect("one", "/a", () -> later)), "GET", "/a")).isEqualTo(thrown);
    return thrown;
  }

  private String givenUp(Gateway gateway, String method) {
    Call call = FakeCall.of(method, "/a");
    CompletableFuture<Answer> reply = gateway.answer(call);
    gateway.giveUp(call, reply, 1);
    return text(reply.join());
  }

  private Gateway gateway(Dialect... dialects) {
    return new Gateway(
        List.of(dialects),
        Authenticator.NONE,
        (dialect, method, status, nanos, waits) ->
            observed.add(dialect + " " + method + " " + status));
  }

  private static String ask(Gateway gateway, String method, String path) {
    return text(gateway.answer(FakeCall.of(method, path)).join());
  }

  private static String text(Answer answer) {
    return answer.status() + " " + new String(answer.body(), StandardCharsets.UTF_8);
  }

  private static CompletionStage<Answer> answered(String text) {
    return CompletableFuture.completedFuture(Answer.text(200, text));
  }

  private static Dialect dialect(
      String name, String path, Supplier<CompletionStage<Answer>> behaviour) {
    return new Dialect() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public List<Route> routes() {
        return List.of(
            Route.get(path, Right.READ).to(call -> behaviour.get()),
            Route.post(path, Right.WRITE).body("Body", 1000).to(call -> behaviour.get()));
      }

      @Override
      public Answer refuse(Problem problem) {
        if (name.equals("mute")) {
          throw new IllegalStateException("mute");
        }
        String words = name + " says " + problem.slug() + ": " + problem.detail();
        return Answer.text(problem.status(), words);
      }
    };
  }
}
