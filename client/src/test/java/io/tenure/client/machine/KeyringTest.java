package io.tenure.client.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tenure.client.transport.ApiRequest;
import io.tenure.client.transport.HttpAnswer;
import io.tenure.client.transport.NoAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KeyringTest {

  private final KeyringBench bench = new KeyringBench();

  @Test
  void a_repeated_request_has_the_same_key_and_another_one_another() {
    ClaimHandle claim = bench.claim(Optional.empty());
    bench.noAnswer();
    bench.pass(Duration.ofMillis(50));
    bench.answer(503, "");
    bench.pass(Duration.ofMillis(100));
    bench.answer(201, Bodies.active(30));
    claim.release();
    bench.time.run();

    List<ApiRequest> sent =
        bench.transport.writes().stream().map(FakeTransport.Sent::request).toList();
    assertThat(sent).hasSize(4);
    assertThat(sent.subList(0, 3)).allMatch(sent.get(0)::equals);
    assertThat(sent.get(3).key()).isPresent().isNotEqualTo(sent.get(0).key());
  }

  @Test
  void only_the_filing_and_the_ending_of_a_claim_have_a_key() {
    ClaimHandle claim = bench.waiting();
    bench.pass(Duration.ofMillis(50));
    bench.noAnswer();
    bench.pass(Duration.ofMillis(50));
    bench.answer(200, Bodies.active(30));
    bench.pass(Duration.ofSeconds(10));
    bench.answer(200, Bodies.active(30));
    claim.refresh();
    bench.pass(Duration.ofMillis(5));
    bench.answer(200, Bodies.active(30));
    claim.release();
    bench.time.run();

    List<String> keyed =
        bench.transport.writes().stream()
            .filter(sent -> sent.request().key().isPresent())
            .map(FakeTransport.Sent::text)
            .toList();
    assertThat(bench.transport.writes()).hasSize(6);
    assertThat(keyed)
        .containsExactly(
            "POST /v1/claims/ {\"resource\":\"db\",\"ttl\":30.0}",
            "PATCH /v1/claims/7/ {\"status\":\"released\"}");
  }

  @Test
  void a_claim_is_held_from_before_its_first_request_was_sent() {
    ClaimHandle claim = bench.claim(Optional.empty());
    bench.time.pass(Duration.ofSeconds(4));
    bench.noAnswer();
    bench.pass(Duration.ofSeconds(1));
    bench.answer(201, Bodies.active(30)); // perhaps the answer to the first attempt

    assertThat(claim.remaining()).isEqualTo(Duration.ofMillis(24_850));
  }

  @Test
  void a_claim_that_was_granted_too_long_ago_to_be_sure_is_asked_about_again() {
    ClaimHandle claim = bench.claim(Optional.empty());
    bench.time.pass(Duration.ofSeconds(31));
    bench.answer(201, Bodies.active(30));
    assertThat(claim.isHeld()).isFalse();

    bench.pass(Duration.ofMillis(50));
    assertThat(bench.lastWrite()).contains("\"active\"");
    bench.answer(200, Bodies.active(29));

    assertThat(claim.remaining())
        .isBetween(
            Duration.ofMillis(28_800), Duration.ofMillis(28_855)); // from the second question on
    assertThat(bench.lastEvent()).isInstanceOf(ClaimEvent.Active.class);
  }

  @Test
  void a_confirmed_renewal_counts_from_before_it_was_sent() {
    ClaimHandle claim = bench.held();
    bench.pass(Duration.ofSeconds(10)); // sent within the last second of these
    bench.time.pass(Duration.ofSeconds(3));
    bench.answer(200, Bodies.active(30));

    assertThat(claim.remaining()).isBetween(Duration.ofMillis(25_850), Duration.ofMillis(26_850));
    assertThat(bench.lastEvent()).isInstanceOf(ClaimEvent.Renewed.class);
  }

  @Test
  void an_answer_that_comes_after_the_deadline_is_not_believed() {
    ClaimHandle claim = bench.held();
    bench.pass(Duration.ofSeconds(10));
    FakeTransport.Sent renewal = bench.transport.lastWrite();
    bench.time.pass(Duration.ofSeconds(20)); // nothing ran meanwhile: a process that was stopped

    renewal.reply().complete(HttpAnswer.of(200, Bodies.active(30)));
    bench.time.run();

    assertThat(claim.isHeld()).isFalse();
    assertThat(lost()).hasSize(1);
    assertThat(bench.lastWrite()).contains("aborted");
  }

  @Test
  void without_a_network_the_loss_is_told_at_the_deadline() {
    ClaimHandle claim = bench.held();
    for (int second = 0; second < 29; second++) {
      bench.pass(Duration.ofSeconds(1));
      bench.transport.lastWrite().reply().complete(new NoAnswer("cut"));
      assertThat(claim.isHeld()).isTrue();
    }
    assertThat(lost()).isEmpty();

    bench.pass(Duration.ofSeconds(1));

    assertThat(lost()).hasSize(1);
    assertThat(lost().get(0).loss().reason()).isEqualTo(Loss.Reason.DEADLINE);
  }

  @Test
  void the_loss_is_told_in_time_although_the_loop_is_stuck() {
    List<Runnable> never = new ArrayList<>();
    List<Boolean> stuck = new ArrayList<>();
    KeyringBench busy =
        new KeyringBench(
            Optional.of(
                action -> {
                  if (stuck.isEmpty()) {
                    action.run();
                  } else {
                    never.add(action);
                  }
                }));
    busy.held();
    stuck.add(true);

    busy.pass(Duration.ofSeconds(30));

    assertThat(busy.lastEvent()).isInstanceOf(ClaimEvent.Lost.class);
  }

  @Test
  void a_suspended_machine_has_lost_its_claims_as_soon_as_it_goes_on() {
    ClaimHandle claim = bench.held();
    bench.pass(Duration.ofSeconds(1));
    bench.time.stepWall(Duration.ofSeconds(8)); // the monotonic clock stood still

    bench.pass(Duration.ofMillis(500));

    assertThat(claim.isHeld()).isFalse();
    assertThat(lost().get(0).loss().reason()).isEqualTo(Loss.Reason.SUSPENDED);
  }

  @Test
  void whoever_asks_after_the_end_makes_it_known_to_the_listener_too() {
    ClaimHandle claim = bench.held();
    bench.time.pass(KeyringBench.TTL);

    assertThat(claim.isHeld()).isFalse();
    bench.time.run();

    assertThat(lost()).hasSize(1);
  }

  @Test
  void from_the_call_of_release_on_it_is_not_held() {
    ClaimHandle claim = bench.held();

    claim.release();

    assertThat(claim.isHeld()).isFalse();
    bench.time.run();
    bench.answer(204, "");
    assertThat(bench.lastEvent()).isInstanceOf(ClaimEvent.Released.class);
    assertThat(claim.ended()).isCompletedWithValue(State.RELEASED);
    assertThat(bench.keyring.claims()).isEmpty();
  }

  @Test
  void a_claim_that_expired_before_it_was_released_is_told_as_lost() {
    ClaimHandle claim = bench.held();
    claim.release();
    bench.time.run();
    bench.answer(400, Bodies.EXPIRED);

    assertThat(lost().get(0).loss().reason()).isEqualTo(Loss.Reason.EXPIRED);
  }

  @Test
  void a_promotion_is_learnt_from_the_watch_and_confirmed_at_once() {
    ClaimHandle claim = bench.waiting();
    bench.pass(Duration.ofMillis(50));
    bench.answer(409, Bodies.CONFLICT);
    assertThat(bench.transport.lastWatch().request().waiting()).isPositive();

    bench.watchShows(Bodies.active(30));

    assertThat(bench.lastWrite()).contains("{\"status\":\"active\"}");
    bench.time.pass(Duration.ofSeconds(1));
    bench.answer(200, Bodies.active(29.5));
    assertThat(claim.remaining())
        .isEqualTo(Duration.ofNanos(28_352_500_000L)); // 29.5 s, less half a percent
  }

  @Test
  void a_promotion_that_crosses_an_older_question_is_asked_about_again() {
    bench.waiting();
    bench.pass(Duration.ofMillis(50)); // asks
    bench.watchShows(Bodies.active(30));
    int writes = bench.transport.writes().size();

    bench.answer(409, Bodies.CONFLICT); // the answer to the question before

    assertThat(bench.transport.writes()).hasSize(writes + 1);
    assertThat(bench.lastWrite()).contains("{\"status\":\"active\"}");
  }

  @Test
  void without_a_watch_the_turn_is_asked_for_more_and_more_rarely_but_often_enough() {
    bench.waiting();
    List<Long> times = new ArrayList<>();
    int before = bench.transport.writes().size();
    for (int tick = 0; tick < 3_000; tick++) {
      bench.pass(Duration.ofMillis(10));
      if (bench.transport.writes().size() > before) {
        before = bench.transport.writes().size();
        times.add(bench.time.nanos());
        bench.answer(409, Bodies.CONFLICT);
      }
    }
    assertThat(times).hasSizeBetween(11, 16); // in 30 s: 50 ms, 100 ms … 5 s
  }

  @Test
  void who_must_not_wait_learns_who_holds_it_and_withdraws() {
    bench.claim(Optional.of(Duration.ZERO));
    bench.answer(202, Bodies.waiting(1));
    assertThat(bench.lastWrite()).contains("{\"status\":\"active\"}");
    bench.answer(409, Bodies.CONFLICT);

    assertThat(bench.lastWrite()).contains("withdrawn");
    assertThat(bench.lastEvent()).isInstanceOf(ClaimEvent.Failed.class);
    Failure failure = ((ClaimEvent.Failed) bench.lastEvent()).failure();
    assertThat(failure.kind()).isEqualTo(Failure.Kind.TIMEOUT);
    assertThat(failure.answer().orElseThrow().json().path("holder").path("id").asInt())
        .isEqualTo(5);
  }

  @Test
  void a_timeout_without_any_answer_is_told_as_unavailable() {
    bench.claim(Optional.of(Duration.ofSeconds(1)));
    bench.noAnswer();
    bench.pass(Duration.ofSeconds(1));

    assertThat(((ClaimEvent.Failed) bench.lastEvent()).failure().kind())
        .isEqualTo(Failure.Kind.UNAVAILABLE);
  }

  @Test
  void a_post_that_is_given_up_is_looked_up_under_its_key_and_its_claim_aborted() {
    ClaimHandle claim = bench.claim(Optional.empty());
    ApiRequest post = bench.transport.lastWrite().request();
    claim.release();
    bench.time.run();
    assertThat(claim.ended()).isCompletedWithValue(State.DONE);
    assertThat(bench.keyring.settled()).isNotDone();

    assertThat(bench.transport.lastWrite().request()).isEqualTo(post);
    bench.noAnswer();
    bench.pass(Duration.ofMillis(20));
    assertThat(bench.transport.lastWrite().request()).isEqualTo(post);
    bench.answer(202, Bodies.waiting(4));
    assertThat(bench.lastWrite()).isEqualTo("PATCH /v1/claims/7/ {\"status\":\"aborted\"}");
    bench.answer(204, "");

    assertThat(bench.keyring.settled()).isDone();
  }

  @Test
  void whoever_waits_for_the_end_waits_for_what_is_given_up_meanwhile_too() {
    ClaimHandle claim = bench.claim(Optional.empty());
    CompletableFuture<Void> settled = bench.keyring.settled(); // nothing is given up yet
    claim.release();
    bench.time.run();
    assertThat(claim.ended()).isDone();

    assertThat(settled).isNotDone();
    bench.answer(202, Bodies.waiting(1));
    assertThat(bench.lastWrite()).contains("aborted");
    bench.answer(204, "");
    assertThat(settled).isDone();
  }

  @Test
  void refreshing_to_a_shorter_time_counts_from_when_it_is_sent() {
    ClaimHandle claim = bench.held();
    var refreshed = claim.refresh(Duration.ofSeconds(2));
    bench.pass(Duration.ofMillis(5));
    assertThat(bench.lastWrite()).contains("{\"ttl\":2.0}");
    assertThat(claim.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(2));
    bench.answer(200, Bodies.active(2));
    assertThat(refreshed).isCompleted();

    bench.pass(Duration.ofSeconds(2));
    assertThat(lost()).hasSize(1);
  }

  @Test
  void a_refresh_during_a_renewal_is_sent_after_it() {
    ClaimHandle claim = bench.held();
    bench.pass(Duration.ofSeconds(10));
    var refreshed = claim.refresh(Duration.ofSeconds(60));
    bench.time.run();
    assertThat(bench.lastWrite()).contains("{\"ttl\":30.0}");

    bench.answer(200, Bodies.active(30));
    assertThat(refreshed).isNotDone();
    bench.pass(Duration.ofMillis(5));
    assertThat(bench.lastWrite()).contains("{\"ttl\":60.0}");
    bench.answer(200, Bodies.active(60));

    assertThat(refreshed).isCompleted();
    assertThat(claim.remaining()).isEqualTo(Duration.ofMillis(59_700));
  }

  @Test
  void an_answer_that_makes_no_sense_counts_as_none() {
    bench.claim(Optional.empty());
    bench.answer(201, "<html>welcome to the hotel</html>");
    bench.pass(Duration.ofMillis(50));

    assertThat(bench.transport.writes()).hasSize(2);
  }

  @Test
  void what_cannot_be_held_is_refused_at_once() {
    Optional<String> nothing = Optional.empty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClaimSpec("db", Duration.ZERO, Optional.empty(), nothing));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClaimSpec("", Duration.ofSeconds(1), Optional.empty(), nothing));
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ClaimSpec(
                    "db", Duration.ofSeconds(1), Optional.empty(), Optional.of("{\"open\"")));
  }

  private List<ClaimEvent.Lost> lost() {
    return bench.events.stream()
        .filter(ClaimEvent.Lost.class::isInstance)
        .map(ClaimEvent.Lost.class::cast)
        .toList();
  }
}
