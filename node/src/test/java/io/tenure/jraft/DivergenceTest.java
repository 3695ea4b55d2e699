package io.tenure.jraft;

import static io.tenure.jraft.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.replication.Applied;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(180)
class DivergenceTest {

  /** More than what lies between two checkpoints. */
  private static final int ENTRIES = 1_100;

  @TempDir Path directory;
  private TestCluster cluster;

  @AfterEach
  void stop() {
    cluster.close();
  }

  @Test
  void a_replica_that_differs_from_a_majority_stops_itself_and_nobody_else_does() {
    cluster = new TestCluster(directory, 3).start();
    String astray = cluster.aFollower();
    String leader = cluster.awaitLeader();
    changeUnseen(cluster.member(astray).replica());

    for (int i = 0; i < ENTRIES; i++) {
      cluster.submit(leader, acquire("r" + i));
    }

    String halt = await("a halt", () -> cluster.halts().stream().findFirst().orElse(null));
    assertThat(halt).startsWith(astray + ": after entry 1024 its state has the digest ");
    assertThat(cluster.halts()).allSatisfy(each -> assertThat(each).startsWith(astray + ":"));
    await(
        "the metric on the others",
        () -> cluster.member(leader).gauges().differingMembers() == 1 ? true : null);
  }

  @Test
  void replicas_that_agree_go_on() {
    cluster = new TestCluster(directory, 3).start();
    String leader = cluster.awaitLeader();
    for (int i = 0; i < ENTRIES; i++) {
      cluster.submit(leader, acquire("r" + i));
    }
    await(
        "a checkpoint everywhere",
        () ->
            cluster.ids().stream()
                    .allMatch(id -> cluster.member(id).status().digests().containsKey(1024L))
                ? true
                : null);
    List<Long> digests =
        cluster.ids().stream()
            .map(id -> cluster.member(id).status().digests().get(1024L))
            .distinct()
            .toList();
    assertThat(digests).hasSize(1);
    assertThat(cluster.halts()).isEmpty();
  }

  /** Applies an entry that no other member has, in the place of the next one. */
  private static void changeUnseen(Replica replica) {
    Applied applied = replica.applied();
    LogEntry entry =
        new LogEntry(
            applied.index() + 1,
            new Moment(applied.now(), 1),
            List.of(Request.of(acquire("astray"))));
    replica.apply(state -> state.apply(entry, 1));
  }

  private static Command acquire(String resource) {
    return new Acquire(
        new ResourceKey(resource),
        Holder.ANONYMOUS,
        Ttl.ofSeconds(600),
        WhenHeld.QUEUE,
        UserData.NONE,
        "");
  }
}
