package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.Archive;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command;
import io.tenure.kernel.Completion;
import io.tenure.kernel.Proof;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.replication.Batch;
import io.tenure.replication.ClientRequest;
import io.tenure.service.UnknownOutcomeException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Why a request was not answered is told to clients in words, and to operators in the log. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class PlainReasonsTest {

  private static final ResourceKey RESOURCE = new ResourceKey("r");
  private static final Command RELEASE =
      new Command.Release(RESOURCE, new Proof.ByClaim(new ClaimId(1)), false);

  @TempDir Path directory;

  private String reasonOf(CompletableFuture<byte[]> reply) {
    try (DrivenMember node = new DrivenMember(directory, (to, bytes) -> reply, Runnable::run)) {
      node.turns.tell((member, nanos) -> member.follows(1, "10.0.0.1:9081", nanos));
      ClientRequest request = node.submitOnce(RELEASE);
      assertThatThrownBy(() -> request.answer().get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(UnknownOutcomeException.class);
      return request.answer().handle((any, failure) -> failure.getMessage()).join();
    }
  }

  @Test
  void silence_of_the_leader_is_told_without_its_address_and_without_names_of_classes() {
    IllegalStateException silence = new IllegalStateException("com.alipay.remoting at 10.0.0.1");
    assertThat(reasonOf(CompletableFuture.failedFuture(silence)))
        .isEqualTo("the leader did not answer");
  }

  @Test
  void an_answer_that_cannot_be_read_is_no_answer() {
    assertThat(reasonOf(CompletableFuture.completedFuture(new byte[] {99})))
        .isEqualTo("the leader's answer cannot be read");
  }

  @Test
  void a_fault_of_the_node_is_told_without_what_it_was() throws Exception {
    Archive broken =
        (Archive)
            Proxy.newProxyInstance(
                Archive.class.getClassLoader(),
                new Class<?>[] {Archive.class},
                (archive, method, arguments) -> {
                  throw new IllegalStateException("io.tenure.Store at 10.0.0.1:9081");
                });
    try (DrivenMember node =
        new DrivenMember(directory, (to, bytes) -> new CompletableFuture<>(), Runnable::run)) {
      node.leads();
      ClientRequest request = node.submitOnce(RELEASE);
      Batch entry = ((RaftEffects.Entry) node.log.take().getDone()).batch();

      new Results(new Completion(broken, id -> Optional.empty()), node.turns, Runnable::run)
          .give(entry, List.of(new Result.NotHeld(RESOURCE, null)));
      node.turns.drive();

      assertThatThrownBy(() -> request.answer().get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(UnknownOutcomeException.class)
          .hasMessageEndingWith("the node failed to look the answer up; its log says why");
    }
  }
}
