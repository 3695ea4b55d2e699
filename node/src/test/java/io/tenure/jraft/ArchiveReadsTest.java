package io.tenure.jraft;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.Command;
import io.tenure.kernel.Proof;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.StateView;
import io.tenure.replication.Batch;
import io.tenure.replication.ClientRequest;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What only the disk knows is looked up by threads that are there for it, and by no others. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class ArchiveReadsTest {

  private static final ResourceKey RESOURCE = new ResourceKey("r");

  @TempDir Path directory;
  private final Queue<Runnable> archiveReaders = new ArrayDeque<>();
  private DrivenMember node;

  @BeforeEach
  void start() {
    node =
        new DrivenMember(directory, (to, bytes) -> new CompletableFuture<>(), archiveReaders::add);
  }

  @AfterEach
  void stop() {
    node.close();
    assertThat(node.halts).isEmpty();
  }

  @Test
  void an_answer_from_memory_is_given_at_once() {
    assertThat(node.reads.askLocally(state -> state.holder(RESOURCE), Runnable::run))
        .isCompletedWithValueMatching(java.util.Optional::isEmpty);
    assertThat(archiveReaders).isEmpty();
  }

  @Test
  void a_local_read_that_needs_the_disk_is_answered_elsewhere() {
    CompletableFuture<Integer> answer =
        node.reads
            .askLocally((StateView state) -> state.tenures(RESOURCE, 1).size(), Runnable::run)
            .toCompletableFuture();
    assertThat(answer).isNotDone();

    archiveReaders.remove().run();
    assertThat(answer).isCompletedWithValue(0);
  }

  @Test
  void a_result_that_needs_the_disk_is_finished_elsewhere_and_once() throws Exception {
    node.leads();
    ClientRequest request =
        node.submitOnce(new Command.Release(RESOURCE, new Proof.ByClaim(new ClaimId(1)), false));
    Batch entry = ((RaftEffects.Entry) node.log.take().getDone()).batch();
    Result unfinished = new Result.NotHeld(RESOURCE, null);

    new Results(node.replica.completion(), node.turns, archiveReaders::add)
        .give(entry, List.of(unfinished));
    node.turns.drive();
    assertThat(request.answer()).isNotDone();

    archiveReaders.remove().run();
    assertThat(request.answer().get(30, TimeUnit.SECONDS)).isEqualTo(unfinished);
  }
}
