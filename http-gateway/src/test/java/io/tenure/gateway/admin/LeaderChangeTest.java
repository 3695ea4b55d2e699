package io.tenure.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.CallObserver;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Gateway;
import io.tenure.gateway.Principal;
import io.tenure.kernel.Outcome;
import io.tenure.service.LeaderChange;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class LeaderChangeTest {

  private final List<String> moves = new ArrayList<>();
  private LeaderChange.Outcome outcome = LeaderChange.Outcome.LEADS;
  private Finding finding = Finding.known(Principal.of("token:ops"));

  private final LeaderChange change =
      new LeaderChange() {
        @Override
        public List<String> members() {
          return List.of("n1", "n2");
        }

        @Override
        public CompletionStage<Outcome> moveTo(String member) {
          moves.add(member);
          return CompletableFuture.completedFuture(outcome);
        }
      };

  private final Gateway gateway =
      new Gateway(
          List.of(
              new AdminDialect(
                  Optional::empty,
                  () -> "",
                  caller -> new CompletableFuture<>(),
                  change,
                  (consistency, caller) -> new CompletableFuture<>())),
          call -> finding,
          CallObserver.NONE);

  @Test
  void leadership_moves_to_the_member_that_is_named() {
    Answer answer = post("{\"node\":\"n2\"}");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(text(answer)).isEqualTo("{\"leader\":\"n2\"}");
    assertThat(moves).containsExactly("n2");
  }

  @Test
  void a_move_that_was_not_begun_is_unavailable() {
    outcome = LeaderChange.Outcome.NOT_BEGUN;
    Answer answer = post("{\"node\":\"n2\"}");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(text(answer)).contains(":unavailable", "n2 did not become the leader");
  }

  @Test
  void a_move_that_may_still_happen_is_of_unknown_outcome() {
    outcome = LeaderChange.Outcome.UNKNOWN;
    Answer answer = post("{\"node\":\"n2\"}");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(text(answer)).contains(":unknown-outcome", "n2");
  }

  @Test
  void bad_input_is_named_and_moves_nothing() {
    assertThat(text(post("{\"node\":\"n9\"}"))).contains("node", "one of n1, n2");
    assertThat(text(post("{}"))).contains("one of n1, n2");
    assertThat(text(post("{\"node\":1}"))).contains("must be a string");
    assertThat(text(post("{\"to\":\"n1\"}"))).contains("\"to\"");
    assertThat(post("").status()).isEqualTo(400);
    assertThat(moves).isEmpty();
  }

  @Test
  void only_those_who_may_write_may_move_it() {
    finding = Finding.NOTHING;
    assertThat(post("{\"node\":\"n2\"}").status()).isEqualTo(401);
    assertThat(moves).isEmpty();
  }

  @Test
  void other_methods_are_refused() {
    Answer answer = gateway.answer(FakeCall.of("GET", "/v1/cluster/leader")).join();
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).contains("OPTIONS, POST");
  }

  private Answer post(String body) {
    return gateway.answer(FakeCall.of("POST", "/v1/cluster/leader").body(body)).join();
  }

  private static String text(Answer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }
}
