package io.tenure.replication;

import static io.tenure.replication.TestMember.millis;
import static io.tenure.replication.TestMember.seconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.ClusterTime;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Holder;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.LeaseTable;
import io.tenure.kernel.LogEntry;
import io.tenure.kernel.Moment;
import io.tenure.kernel.Request;
import io.tenure.kernel.ResourceKey;
import io.tenure.kernel.StateView;
import io.tenure.kernel.Ttl;
import io.tenure.kernel.UserData;
import io.tenure.service.UnavailableException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Waiting for the second claim in a line. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class WaitsTest {

  private static final ClaimId FIRST = new ClaimId(1);
  private static final ClaimId SECOND = new ClaimId(2);

  private final TestMember node = new TestMember();
  private final LeaseTable table = new LeaseTable();
  private final LeaseKernel kernel = new LeaseKernel(table);
  private long index;

  @BeforeEach
  void twoInLine() {
    node.follows(1, "alice");
    apply(acquire());
    apply(acquire());
    answerRounds();
  }

  private static Acquire acquire() {
    return new Acquire(
        new ResourceKey("db"),
        Holder.ANONYMOUS,
        Ttl.ofSeconds(600),
        WhenHeld.QUEUE,
        UserData.NONE,
        "");
  }

  private void apply(Command command) {
    index++;
    Moment now = new Moment(new ClusterTime(index), index);
    List<io.tenure.kernel.Event> events =
        kernel.apply(new LogEntry(index, now, List.of(Request.of(command)))).events();
    node.waits.applied(List.of(new StateListener.Step(index, events)), node.applied);
  }

  private StateView state() {
    return new StateView(table, new InMemory(), ClusterTime.ZERO, 0);
  }

  /** All rounds succeed, as long as there are any. */
  private void answerRounds() {
    node.step();
    for (Round round = node.effects.rounds.poll();
        round != null;
        round = node.effects.rounds.poll()) {
      round.reads().forEach(read -> read.ask(state()).run());
      node.member.roundEnded(round, true, node.nanos);
      node.step();
    }
  }

  private Wait await(ClaimId claim, long patience) {
    Wait wait =
        new Wait(
            claim, ClaimStatus.WAITING, node.nanos + patience, node.caller(patience + seconds(5)));
    node.member.await(wait, node.nanos);
    return wait;
  }

  @Test
  void whoever_waits_is_told_of_the_change() {
    Wait wait = await(SECOND, seconds(60));
    answerRounds();
    assertThat(wait.answer()).isNotDone();
    assertThat(node.waits.size()).isOne();

    apply(new Amend(FIRST, null, ClaimStatus.RELEASED));

    assertThat(wait.answer().join().orElseThrow().claim().status()).isEqualTo(ClaimStatus.ACTIVE);
    assertThat(node.waits.size()).isZero();
  }

  @Test
  void a_change_before_the_first_look_is_seen_by_it() {
    Wait wait = await(SECOND, seconds(60));
    node.step();
    apply(new Amend(FIRST, null, ClaimStatus.RELEASED));
    answerRounds();

    assertThat(wait.answer().join().orElseThrow().claim().status()).isEqualTo(ClaimStatus.ACTIVE);
  }

  @Test
  void when_its_time_is_over_it_is_told_how_the_claim_is() {
    Wait wait = await(SECOND, seconds(2));
    answerRounds();
    node.pass(seconds(2));
    assertThat(wait.answer()).isNotDone(); // a last look is under way
    answerRounds();

    assertThat(wait.answer().join().orElseThrow().claim().status()).isEqualTo(ClaimStatus.WAITING);
    assertThat(node.waits.size()).isZero();
  }

  @Test
  void whoever_waits_is_told_when_the_member_has_lost_its_leader() {
    Wait wait = await(SECOND, seconds(60));
    answerRounds();
    node.losesLeader();
    node.pass(millis(999));
    assertThat(wait.answer()).isNotDone();

    node.pass(millis(51));
    assertThatThrownBy(() -> wait.answer().join()).hasCauseInstanceOf(UnavailableException.class);
    assertThat(node.effects.forgotten).containsExactly(wait);
    assertThat(await(SECOND, seconds(60)).answer()).isCompletedExceptionally();
  }

  @Test
  void a_short_election_does_not_disturb_those_who_wait() {
    Wait wait = await(SECOND, seconds(60));
    answerRounds();
    for (int i = 2; i < 50; i++) { // each far shorter than the grace
      node.losesLeader();
      node.pass(millis(500));
      node.follows(i, "bob");
      node.pass(millis(10));
    }
    assertThat(wait.answer()).isNotDone();

    apply(new Amend(FIRST, null, ClaimStatus.RELEASED));
    assertThat(wait.answer()).isDone();
  }

  @Test
  void a_wait_that_was_given_up_is_not_registered_by_a_look_that_comes_late() {
    Wait wait = await(SECOND, seconds(60));
    node.step();
    node.losesLeader();
    node.waits.forget(List.of(wait));
    node.pass(millis(1_050));
    node.follows(2, "bob");
    answerRounds();

    assertThat(node.waits.size()).isZero();
    assertThatThrownBy(() -> wait.answer().join()).hasCauseInstanceOf(UnavailableException.class);
  }

  @Test
  void a_look_at_a_wait_that_was_given_up_does_not_tell_that_nothing_has_changed() {
    Wait wait = await(SECOND, seconds(60));
    node.step();
    node.waits.forget(List.of(wait)); // and whoever did so has not told it yet
    answerRounds();

    assertThat(wait.answer()).isNotDone();
  }

  @Test
  void one_that_was_answered_is_not_kept() {
    Wait wait = await(SECOND, seconds(60));
    answerRounds();
    apply(new Amend(FIRST, null, ClaimStatus.RELEASED));
    node.member.waitEnded(wait);
    node.losesLeader();
    node.pass(seconds(2));

    assertThat(node.effects.forgotten).isEmpty();
  }
}
