package io.tenure.replication;

import static io.tenure.replication.TestMember.seconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.codec.RequestCodec;
import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Ttl;
import io.tenure.replication.Forwarding.Ending;
import io.tenure.replication.Forwarding.Fate;
import io.tenure.service.UnavailableException;
import io.tenure.service.UnknownOutcomeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What a member tells everybody when its node stops in an orderly way. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClosingTest {

  private static final Request RENEWAL =
      Request.of(new Amend(new ClaimId(1), Ttl.ofSeconds(9), null));

  private final TestMember node = new TestMember();
  private final RecordedEffects effects = node.effects;

  private void close() {
    node.member.close(node.nanos);
    node.step();
  }

  private void abandon() {
    node.member.abandon(node.nanos);
    node.step();
  }

  private static Throwable failureOf(CompletableFuture<?> answer) {
    assertThat(answer).isCompletedExceptionally();
    return answer.handle((result, failure) -> failure).join();
  }

  private static Class<?> kindOf(CompletableFuture<?> answer) {
    Throwable failure = failureOf(answer);
    return failure instanceof CompletionException
        ? failure.getCause().getClass()
        : failure.getClass();
  }

  @Test
  void what_waits_is_refused_and_so_is_whatever_comes_later() {
    ClientRequest waiting = node.submit(RENEWAL);
    close();
    node.leads(1);

    assertThat(kindOf(waiting.answer())).isEqualTo(UnavailableException.class);
    assertThat(kindOf(node.submit(RENEWAL).answer())).isEqualTo(UnavailableException.class);
    assertThat(effects.proposed).isEmpty();
    assertThat(node.member.taken()).isZero();
  }

  @Test
  void what_is_in_the_log_may_still_be_applied_and_is_then_told() {
    node.leads(1);
    ClientRequest request = node.submit(RENEWAL);
    close();
    assertThat(request.answer()).isNotDone();

    node.apply(effects.proposed.remove().batch());
    assertThat(request.answer()).isCompletedWithValue(TestMember.DONE);
  }

  @Test
  void what_is_in_the_log_at_the_end_is_never_refused_since_the_next_leader_may_apply_it() {
    node.leads(1);
    ClientRequest request = node.submit(RENEWAL);
    close();
    node.losesLeader();

    assertThat(kindOf(request.answer())).isEqualTo(UnknownOutcomeException.class);
  }

  @Test
  void what_the_log_has_kept_out_is_refused() {
    node.leads(1);
    ClientRequest request = node.submit(RENEWAL);
    close();
    node.member.failed(effects.proposed.remove().batch(), true, node.nanos);

    assertThat(kindOf(request.answer())).isEqualTo(UnavailableException.class);
  }

  @Test
  void what_the_leader_answers_in_time_is_told_and_the_rest_is_unknown() {
    node.follows(1, "alice");
    ClientRequest answered = node.submit(RENEWAL);
    ClientRequest silent = node.submit(RENEWAL);
    close();
    node.reply(effects.sent.remove().batch(), Fate.APPLIED);
    abandon();

    assertThat(answered.answer()).isCompletedWithValue(TestMember.DONE);
    assertThat(kindOf(silent.answer())).isEqualTo(UnknownOutcomeException.class);
    assertThat(node.member.taken()).isZero();
  }

  @Test
  void what_other_nodes_have_sent_goes_back_to_them_so_that_the_next_leader_gets_it() {
    node.leads(1);
    for (int i = 1; i <= 4; i++) {
      node.offer(i);
    }
    List<List<Ending>> replies = new ArrayList<>();
    node.member.forwarded(forwarded(replies), node.nanos);
    node.step();
    assertThat(replies).isEmpty();
    close();
    node.member.forwarded(forwarded(replies), node.nanos);

    assertThat(replies).hasSize(2);
    assertThat(replies)
        .allSatisfy(each -> assertThat(each.get(0).fate()).isEqualTo(Fate.NOT_LEADER));
  }

  private ForwardedBatch forwarded(List<List<Ending>> replies) {
    ClientRequest sent =
        ClientRequest.of(
            RENEWAL,
            node.caller(seconds(5)),
            new io.tenure.kernel.DeliveryId(9, 9),
            Level.NEWEST,
            node.nanos);
    assertThat(RequestCodec.decode(sent.request()).command()).isEqualTo(RENEWAL.command());
    return ForwardedBatch.read(Forwarding.encodeItems(List.of(sent), node.nanos), replies::add);
  }

  @Test
  void reads_end_with_those_of_the_round_that_is_under_way() {
    node.follows(1, "alice");
    node.member.roundEnded(effects.rounds.remove(), true, node.nanos);
    Read<String> first = read();
    Read<String> second = read();
    close();
    assertThat(kindOf(second.answer())).isEqualTo(UnavailableException.class);
    assertThat(first.answer()).isNotDone();

    abandon();
    node.member.roundEnded(effects.abandoned.get(0), false, node.nanos);

    assertThat(kindOf(first.answer())).isEqualTo(UnavailableException.class);
    assertThat(kindOf(read().answer())).isEqualTo(UnavailableException.class);
  }

  private Read<String> read() {
    Read<String> read = new Read<>(state -> "seen", node.caller(seconds(5)));
    node.member.read(read, node.nanos);
    node.step();
    return read;
  }

  @Test
  void those_who_wait_for_a_change_are_told_and_so_is_whoever_comes_later() {
    node.follows(1, "alice");
    Wait early = await();
    close();
    Wait late = await();

    assertThat(kindOf(early.answer())).isEqualTo(UnavailableException.class);
    assertThat(kindOf(late.answer())).isEqualTo(UnavailableException.class);
    assertThat(effects.forgotten).contains(early);
  }

  private Wait await() {
    Wait wait =
        new Wait(
            new ClaimId(1), ClaimStatus.WAITING, node.nanos + seconds(9), node.caller(seconds(20)));
    node.member.await(wait, node.nanos);
    node.step();
    return wait;
  }
}
