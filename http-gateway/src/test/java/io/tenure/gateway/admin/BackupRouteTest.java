package io.tenure.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.Answer;
import io.tenure.gateway.BodyStream;
import io.tenure.gateway.CallObserver;
import io.tenure.gateway.FakeCall;
import io.tenure.gateway.Finding;
import io.tenure.gateway.Gateway;
import io.tenure.gateway.Principal;
import io.tenure.service.Consistency;
import io.tenure.service.LeaderChange;
import io.tenure.service.UnavailableException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class BackupRouteTest {

  private static final BodyStream BODY =
      new BodyStream() {
        @Override
        public void begin(Sink sink) {}

        @Override
        public void resume() {}

        @Override
        public void probe() {}

        @Override
        public void stalled() {}

        @Override
        public void ended() {}
      };

  private static final LeaderChange NO_CHANGE =
      new LeaderChange() {
        @Override
        public List<String> members() {
          return List.of();
        }

        @Override
        public CompletionStage<Outcome> moveTo(String member) {
          return new CompletableFuture<>();
        }
      };

  private final List<Consistency> asked = new ArrayList<>();
  private CompletionStage<BodyStream> backup = CompletableFuture.completedFuture(BODY);
  private Finding finding = Finding.known(Principal.of("token:ops"));

  private final Gateway gateway =
      new Gateway(
          List.of(
              new AdminDialect(
                  Optional::empty,
                  () -> "",
                  caller -> new CompletableFuture<>(),
                  NO_CHANGE,
                  (consistency, caller) -> {
                    asked.add(consistency);
                    return backup;
                  })),
          call -> finding,
          CallObserver.NONE);

  private Answer send(String method, String path) {
    return gateway.answer(FakeCall.of(method, path)).toCompletableFuture().join();
  }

  @Test
  void a_backup_is_streamed_of_all_that_was_acknowledged_or_of_what_the_node_has() {
    Answer answer = send("GET", "/v1/cluster/backup");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.stream()).isSameAs(BODY);
    send("GET", "/v1/cluster/backup?consistency=local");
    assertThat(asked).containsExactly(Consistency.LINEARIZABLE, Consistency.LOCAL);
  }

  @Test
  void who_may_not_change_anything_may_not_see_everything() {
    finding = Finding.NOTHING;
    assertThat(send("GET", "/v1/cluster/backup").status()).isEqualTo(401);
    assertThat(asked).isEmpty();
  }

  @Test
  void bad_input_is_named_and_begins_nothing() {
    assertThat(text(send("GET", "/v1/cluster/backup?consistency=x"))).contains("consistency");
    assertThat(text(send("GET", "/v1/cluster/backup?to=x"))).contains("\"to\"");
    assertThat(send("POST", "/v1/cluster/backup").status()).isEqualTo(405);
    assertThat(asked).isEmpty();
  }

  @Test
  void a_node_that_cannot_make_one_says_so() {
    backup = CompletableFuture.failedFuture(new UnavailableException("another is under way"));
    Answer answer = send("GET", "/v1/cluster/backup");
    assertThat(answer.status()).isEqualTo(503);
    assertThat(text(answer)).contains("another is under way");
  }

  private static String text(Answer answer) {
    return new String(answer.body(), StandardCharsets.UTF_8);
  }
}
