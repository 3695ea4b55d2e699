package io.tenure.jraft;

import static io.tenure.jraft.TestCluster.await;
import static io.tenure.jraft.TestCluster.join;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.jraft.RaftSettings.Member;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.Result;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.LeaderChange.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class HandOverTest {

  @TempDir Path directory;
  private TestCluster cluster;

  @AfterEach
  void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void any_member_can_ask_for_any_member_to_lead() {
    cluster = new TestCluster(directory, 3).start();
    for (String target : List.of("n3", "n1", "n2")) {
      for (String asked : cluster.ids()) {
        moved(asked, target);
        assertThat(cluster.awaitLeader()).isEqualTo(target);
      }
    }
  }

  @Test
  void a_member_that_does_not_know_the_leader_yet_asks_as_soon_as_it_does() {
    cluster = new TestCluster(directory, 3).start();
    for (int round = 0; round < 10; round++) {
      String old = cluster.awaitLeader();
      String next = cluster.aFollower();
      CompletionStage<Outcome> told = cluster.member(old).handOverTo(cluster.settingsOf(next));
      for (String asked : cluster.ids()) {
        moved(asked, next);
      }
      assertThat(told).succeedsWithin(Duration.ofSeconds(20));
    }
  }

  @Test
  void a_member_that_is_gone_cannot_lead_and_the_old_leader_goes_on() {
    cluster = new TestCluster(directory, 3).start();
    String leader = cluster.awaitLeader();
    String gone = cluster.aFollower();
    cluster.submit(leader, acquire("before"));
    cluster.awaitEqualStates(); // or the leader may not have reached it yet, and refuses
    cluster.stop(gone);

    // On a busy machine its leader may have stepped down, and then nothing is begun.
    await(
        "an attempt in vain",
        () -> moveTo(leader, gone) == Outcome.UNKNOWN ? cluster.awaitLeader() : null);
    assertThat(cluster.submit(leader, acquire("db"))).isInstanceOf(Result.Granted.class);
  }

  @Test
  void without_a_leader_nothing_is_begun() {
    cluster = new TestCluster(directory, 3);
    cluster.start("n1");
    assertThat(moveTo("n1", "n1")).isEqualTo(Outcome.NOT_BEGUN);
  }

  @Test
  void a_leader_that_refuses_has_begun_nothing() {
    cluster = new TestCluster(directory, 3).start();
    String leader = cluster.awaitLeader();
    Member stranger = new Member("n9", "127.0.0.1:9", "http://127.0.0.1:1");
    assertThat(join(cluster.member(leader).handOverTo(stranger))).isEqualTo(Outcome.NOT_BEGUN);
  }

  @Test
  void every_request_is_answered_while_leadership_moves() {
    cluster = new TestCluster(directory, 3).start();
    List<CompletionStage<Result>> answers = new ArrayList<>();
    for (int round = 0; round < 6; round++) {
      String target = cluster.aFollower();
      for (int i = 0; i < 50; i++) {
        answers.add(submit("before-" + round + "-" + i, i));
      }
      moved("n1", target);
      for (int i = 0; i < 50; i++) {
        answers.add(submit("after-" + round + "-" + i, i));
      }
    }
    assertThat(answers).allSatisfy(answer -> assertThat(join(answer)).isNotNull());
  }

  private CompletionStage<Result> submit(String resource, int i) {
    String node = cluster.ids().get(i % 3);
    return cluster.leases(node).submit(Request.of(acquire(resource)), cluster.caller());
  }

  /** A leader refuses while it has not reached the member yet, so it may need several tries. */
  private void moved(String asked, String target) {
    await(
        asked + " to move leadership to " + target,
        () -> moveTo(asked, target) == Outcome.LEADS ? true : null);
  }

  private Outcome moveTo(String asked, String target) {
    return join(cluster.member(asked).handOverTo(cluster.settingsOf(target)));
  }

  private static Command acquire(String resource) {
    return new Acquire(
        new ResourceKey(resource),
        Holder.ANONYMOUS,
        Ttl.ofSeconds(60),
        WhenHeld.QUEUE,
        UserData.NONE,
        "");
  }
}
