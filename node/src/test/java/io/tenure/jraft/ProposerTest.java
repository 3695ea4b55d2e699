package io.tenure.jraft;

import static io.tenure.jraft.TestCluster.join;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class ProposerTest {

  private static final int CLIENTS = 4;
  private static final int REQUESTS_EACH = 8_000;
  private static final int UNDER_WAY = 8;

  @TempDir Path directory;

  @Test
  void requests_of_both_kinds_that_come_at_once_are_each_applied_once() {
    try (TestCluster cluster = new TestCluster(directory, 1).start()) {
      List<CompletableFuture<Void>> clients =
          IntStream.range(0, CLIENTS)
              .mapToObj(i -> CompletableFuture.runAsync(() -> work(cluster, i)))
              .toList();
      clients.forEach(CompletableFuture::join);

      int wishes = CLIENTS / 2 * REQUESTS_EACH;
      int renewed = CLIENTS / 2;
      assertThat(cluster.member("n1").gauges().liveClaims()).isEqualTo(wishes + renewed);
    }
  }

  /** Half of the clients claim new resources, and half renew one again and again. */
  private static void work(TestCluster cluster, int client) {
    boolean claims = client % 2 == 0;
    IntFunction<Command> command =
        claims
            ? i -> acquire(client + "-" + i, WhenHeld.QUEUE)
            : i -> acquire("renewed-" + client, WhenHeld.RENEW_IF_OWN);
    Deque<CompletionStage<Result>> answers = new ArrayDeque<>();
    for (int i = 0; i < REQUESTS_EACH; i++) {
      if (answers.size() == UNDER_WAY) {
        check(answers.remove());
      }
      answers.add(cluster.leases("n1").submit(Request.of(command.apply(i)), cluster.caller()));
    }
    answers.forEach(ProposerTest::check);
  }

  private static void check(CompletionStage<Result> answer) {
    Result result = join(answer);
    assertThat(result).isInstanceOfAny(Granted.class, Result.Renewed.class);
  }

  private static Command acquire(String resource, WhenHeld whenHeld) {
    return new Acquire(
        new ResourceKey(resource),
        Holder.named("me"),
        Ttl.ofSeconds(600),
        whenHeld,
        UserData.NONE,
        "");
  }
}
