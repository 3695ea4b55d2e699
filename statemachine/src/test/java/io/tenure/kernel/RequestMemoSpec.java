package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Command.WhenHeld.REFUSE;
import static io.tenure.kernel.Scenario.ONE_MICRO;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.keyed;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Event.AnswerDropped;
import io.tenure.kernel.Event.AnswerKept;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.KeyReused;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Repeated;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RequestMemoSpec {

  private static final Duration MEMO = Duration.ofMinutes(15);
  private static final Command WISH = wish("r", "alice", Ttl.ofSeconds(3_600), QUEUE);

  private final Scenario cluster = new Scenario();

  @Test
  void a_repeated_request_acts_once_and_its_first_answer_is_on_record() {
    Result first = cluster.apply(keyed(WISH, 1, 11));
    cluster.after(Duration.ofSeconds(5));
    Result again = cluster.apply(keyed(WISH, 1, 11));

    assertThat(first).isInstanceOf(Granted.class);
    assertThat(again).isInstanceOf(Repeated.class);
    assertThat(cluster.archive.answer(((Repeated) again).key())).contains(first);
    assertThat(cluster.table.liveClaims()).isEqualTo(1);
  }

  @Test
  void a_refusal_is_remembered_like_any_other_answer() {
    ClaimId held = cluster.granted("r", "bob").claim().id();
    Command wish = wish("r", "alice", TTL, REFUSE);
    assertThat(cluster.apply(keyed(wish, 1, 11))).isInstanceOf(Held.class);
    cluster.amend(held, ClaimStatus.RELEASED);

    assertThat(cluster.apply(keyed(wish, 1, 11))).isInstanceOf(Repeated.class);
    assertThat(cluster.isFree("r")).isTrue();
  }

  @Test
  void the_same_key_for_another_request_is_refused_and_does_nothing() {
    cluster.apply(keyed(WISH, 1, 11));

    assertThat(cluster.apply(keyed(wish("other", "alice", TTL, QUEUE), 1, 12)))
        .isEqualTo(new KeyReused());
    assertThat(cluster.isFree("other")).isTrue();
  }

  @Test
  void another_key_is_another_request() {
    cluster.apply(keyed(WISH, 1, 11));

    assertThat(cluster.apply(keyed(WISH, 2, 11))).isInstanceOf(Queued.class);
  }

  @Test
  void both_copies_may_come_in_one_entry() {
    List<Result> results = cluster.applyTogether(keyed(WISH, 1, 11), keyed(WISH, 1, 11));

    assertThat(results.get(0)).isInstanceOf(Granted.class);
    assertThat(results.get(1)).isInstanceOf(Repeated.class);
  }

  @Test
  void a_repeated_release_is_answered_as_the_first_one_was() {
    ClaimId claim = cluster.granted("r", "alice").claim().id();
    Command release = new Amend(claim, null, ClaimStatus.RELEASED);

    assertThat(cluster.apply(keyed(release, 1, 11))).isInstanceOf(Ended.class);
    assertThat(cluster.apply(keyed(release, 1, 11))).isInstanceOf(Repeated.class);
  }

  @Test
  void an_answer_is_remembered_until_its_time_is_over_and_then_forgotten() {
    cluster.apply(keyed(WISH, 1, 11));

    cluster.after(MEMO.minus(ONE_MICRO)).tick();
    assertThat(cluster.table.rememberedAnswers()).isEqualTo(1);

    cluster.after(ONE_MICRO).tick();
    assertThat(cluster.table.rememberedAnswers()).isZero();
    assertThat(cluster.archive.answers()).isZero();
    assertThat(cluster.apply(keyed(WISH, 1, 11))).isInstanceOf(Queued.class);
  }

  @Test
  void a_retry_that_meets_the_end_of_its_memory_is_never_told_of_an_answer_that_is_gone() {
    cluster.apply(keyed(WISH, 1, 11));

    Result late = cluster.after(MEMO).apply(keyed(WISH, 1, 11));

    assertThat(late).isInstanceOf(Queued.class);
    assertThat(cluster.archive.answer(new RequestKey(7, 1, 11))).contains(late);
    assertThat(cluster.table.rememberedAnswers()).isEqualTo(1);
  }

  @Test
  void answers_are_bounded_in_number_and_none_is_forgotten_early_for_it() {
    cluster.configure(memo(2, MEMO));
    cluster.apply(keyed(WISH, 1, 11));
    cluster.apply(keyed(WISH, 2, 12));

    assertThat(cluster.apply(keyed(WISH, 3, 13))).isEqualTo(new LimitReached(Limit.MEMO, 2));
    assertThat(cluster.table.liveClaims()).isEqualTo(2);
    assertThat(cluster.apply(keyed(WISH, 1, 11))).isInstanceOf(Repeated.class);

    cluster.after(MEMO);
    assertThat(cluster.apply(keyed(WISH, 3, 13))).isInstanceOf(Queued.class);
  }

  @Test
  void a_refusal_by_a_limit_is_not_remembered_because_it_may_pass() {
    cluster.configure(live(0));
    assertThat(cluster.apply(keyed(WISH, 1, 11))).isInstanceOf(LimitReached.class);

    cluster.configure(live(1));
    assertThat(cluster.apply(keyed(WISH, 1, 11))).isInstanceOf(Granted.class);
  }

  @Test
  void a_shorter_memory_does_not_wait_for_the_longer_ones_before_it() {
    cluster.apply(keyed(WISH, 1, 11));
    cluster.configure(memo(100, Duration.ofSeconds(1)));
    cluster.apply(keyed(WISH, 2, 12));

    cluster.after(Duration.ofSeconds(1)).tick();

    assertThat(cluster.events()).contains(new AnswerDropped(keyName(2)));
    assertThat(cluster.table.rememberedAnswers()).isEqualTo(1);
  }

  @Test
  void forgetting_does_not_depend_on_the_order_in_which_a_store_gives_the_keys_back() {
    Request[] requests = new Request[3_000];
    for (int i = 0; i < requests.length; i++) {
      requests[i] = keyed(new Amend(ClaimId.NONE, TTL, null), requests.length - i, i);
    }
    cluster.applyTogether(requests);
    LeaseTable restored = new LeaseTable();
    List<LeaseTable.KeptAnswer> backwards = new ArrayList<>();
    cluster.table.answers().inOrder().forEach(answer -> backwards.add(0, answer));
    restored.restore(cluster.table.head(), List.of(), backwards, List.of());

    cluster.after(MEMO).tick();
    ClusterTime now = cluster.now();
    LogEntry tick =
        new LogEntry(
            9, new Moment(now, Scenario.wall(now)), List.of(Request.of(new Command.Tick())));

    assertThat(new LeaseKernel(restored).apply(tick).events()).isEqualTo(cluster.events());
    assertThat(cluster.events()).hasSizeBetween(1_000, 2_000);
    assertThat(restored.digest()).isEqualTo(cluster.table.digest());
  }

  @Test
  void what_is_kept_is_the_answer_itself() {
    Result first = cluster.apply(keyed(WISH, 1, 11));

    assertThat(cluster.events())
        .endsWith(
            new AnswerKept(
                new RequestKey(7, 1, 11), cluster.now().plusMicros(MEMO.toNanos() / 1_000), first));
  }

  private static RequestKey.Name keyName(long key) {
    return new RequestKey.Name(7, key);
  }

  static Settings memo(int limit, Duration time) {
    Settings usual = Settings.DEFAULT;
    return new Settings(
        usual.queueLimit(),
        usual.liveLimit(),
        usual.namespaceLimit(),
        usual.retentionMicros(),
        usual.retentionLimit(),
        time.toNanos() / 1_000,
        limit);
  }

  private static Settings live(int limit) {
    Settings usual = Settings.DEFAULT;
    return new Settings(
        usual.queueLimit(),
        limit,
        usual.namespaceLimit(),
        usual.retentionMicros(),
        usual.retentionLimit(),
        usual.memoMicros(),
        usual.memoLimit());
  }
}
