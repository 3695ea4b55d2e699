package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Command.WhenHeld.RENEW_IF_OWN;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.key;
import static io.tenure.kernel.Scenario.keyed;
import static io.tenure.kernel.Scenario.named;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Proof.ByClaim;
import io.tenure.kernel.Proof.ByHolder;
import io.tenure.kernel.Result.Confirmed;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.LimitReached;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Renewed;
import io.tenure.kernel.Result.Repeated;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class FullMemoSpec {

  private static final int ROOM = 4;
  private static final LimitReached FULL = new LimitReached(Limit.MEMO, ROOM);

  private final Scenario cluster = Scenario.newest();
  private long keys = 1_000;

  private Result withNewKey(Command command) {
    keys++;
    return cluster.apply(keyed(command, keys, keys));
  }

  private Result withSameKey(Command command) {
    return cluster.apply(keyed(command, keys, keys));
  }

  private void makeRoom(int answers) {
    cluster.configure(RequestMemoSpec.memo(answers, Duration.ofMinutes(15)));
  }

  /** New claims fill the memo. */
  private ClaimId fill() {
    ClaimId first = cluster.granted("r", "alice", Ttl.ofSeconds(60)).claim().id();
    makeRoom(ROOM);
    for (int i = 0; i < ROOM; i++) {
      assertThat(withNewKey(wish("other" + i, "bob", TTL, QUEUE))).isInstanceOf(Granted.class);
    }
    assertThat(cluster.table.rememberedAnswers()).isEqualTo(ROOM);
    return first;
  }

  @Test
  void a_full_memory_of_keys_ends_no_lease() {
    ClaimId alices = fill();
    for (int i = 0; i < 5; i++) {
      cluster.after(Duration.ofSeconds(40));
      assertThat(withNewKey(new Amend(alices, Ttl.ofSeconds(60), null)))
          .isInstanceOf(Renewed.class);
    }

    assertThat(cluster.holding("r").id()).isEqualTo(alices);
    assertThat(cluster.table.rememberedAnswers()).isEqualTo(ROOM);
  }

  @Test
  void a_full_memo_refuses_no_form_of_a_renewal() {
    ClaimId alices = fill();

    assertThat(withNewKey(new Renew(key("r"), new ByClaim(alices), null, null)))
        .isInstanceOf(Renewed.class);
    assertThat(withNewKey(wish("r", "alice", TTL, RENEW_IF_OWN))).isInstanceOf(Renewed.class);
    assertThat(withNewKey(new Amend(alices, null, ClaimStatus.ACTIVE)))
        .isInstanceOf(Confirmed.class);
  }

  @Test
  void a_full_memo_refuses_no_release_and_no_withdrawal() {
    ClaimId alices = fill();
    ClaimId waits = cluster.queued("r", "carol");

    assertThat(withNewKey(new Amend(waits, null, ClaimStatus.WITHDRAWN))).isInstanceOf(Ended.class);
    assertThat(withNewKey(new Amend(alices, null, ClaimStatus.RELEASED))).isInstanceOf(Ended.class);
    assertThat(withNewKey(new Release(key("other0"), new ByHolder(named("bob")), true)))
        .isInstanceOf(Ended.class);
  }

  @Test
  void a_full_memo_refuses_new_claims_with_a_key_and_no_others() {
    fill();

    assertThat(withNewKey(wish("new", "carol", TTL, QUEUE))).isEqualTo(FULL);
    assertThat(cluster.isFree("new")).isTrue();
    assertThat(cluster.apply(wish("new", "carol", TTL, QUEUE))).isInstanceOf(Granted.class);
  }

  @Test
  void a_wish_to_renew_what_is_not_its_own_is_a_new_claim() {
    fill();
    assertThat(withNewKey(wish("new", "carol", TTL, RENEW_IF_OWN))).isEqualTo(FULL);
    assertThat(withNewKey(wish("r", "carol", TTL, RENEW_IF_OWN))).isEqualTo(FULL);

    cluster.after(Duration.ofSeconds(60)); // Alice's lease is over, though nobody has noticed
    assertThat(withNewKey(wish("r", "alice", TTL, RENEW_IF_OWN))).isEqualTo(FULL);
  }

  @Test
  void what_was_carried_out_without_room_may_be_repeated_without_harm() {
    ClaimId alices = fill();
    Command renewal = new Amend(alices, Ttl.ofSeconds(60), null);

    assertThat(withNewKey(renewal)).isInstanceOf(Renewed.class);
    assertThat(withSameKey(renewal)).isInstanceOf(Renewed.class);
    assertThat(cluster.holding("r").id()).isEqualTo(alices);
  }

  @Test
  void renewals_take_at_most_half_of_the_memo() {
    ClaimId alices = cluster.granted("r", "alice").claim().id();
    makeRoom(ROOM);
    Command renewal = new Amend(alices, TTL, null);
    withNewKey(renewal);
    withNewKey(renewal);
    assertThat(withSameKey(renewal)).isInstanceOf(Repeated.class);

    withNewKey(renewal);
    assertThat(withSameKey(renewal)).isInstanceOf(Renewed.class);
    assertThat(cluster.table.rememberedAnswers()).isEqualTo(ROOM / 2);
    assertThat(withNewKey(wish("new", "bob", TTL, QUEUE))).isInstanceOf(Granted.class);
    assertThat(withNewKey(new Amend(alices, null, ClaimStatus.RELEASED))).isInstanceOf(Ended.class);
    assertThat(cluster.table.rememberedAnswers()).isEqualTo(ROOM);
  }

  @Test
  void renewals_are_remembered_again_once_there_is_room() {
    ClaimId alices = cluster.granted("r", "alice", Ttl.FOREVER).claim().id();
    makeRoom(ROOM);
    Command renewal = new Amend(alices, TTL, null);
    withNewKey(renewal);
    withNewKey(renewal);
    withNewKey(new Amend(alices, Ttl.FOREVER, null));

    cluster.after(Duration.ofMinutes(15));
    withNewKey(new Amend(alices, Ttl.FOREVER, null));

    assertThat(withSameKey(new Amend(alices, Ttl.FOREVER, null))).isInstanceOf(Repeated.class);
  }

  @Test
  void even_a_memo_without_any_room_refuses_no_renewal() {
    ClaimId alices = cluster.granted("r", "alice").claim().id();
    makeRoom(0);

    assertThat(withNewKey(new Amend(alices, TTL, null))).isInstanceOf(Renewed.class);
    assertThat(withNewKey(new Amend(alices, null, ClaimStatus.RELEASED))).isInstanceOf(Ended.class);
    assertThat(withNewKey(wish("r", "bob", TTL, QUEUE))).isInstanceOf(LimitReached.class);
  }

  @Test
  void on_the_first_level_a_full_memo_refuses_everything_as_it_did_before() {
    Scenario old = new Scenario();
    ClaimId alices = old.granted("r", "alice").claim().id();
    old.configure(RequestMemoSpec.memo(1, Duration.ofMinutes(15)));
    assertThat(old.apply(keyed(new Amend(alices, TTL, null), 1, 1))).isInstanceOf(Renewed.class);

    LimitReached full = new LimitReached(Limit.MEMO, 1);
    assertThat(old.apply(keyed(new Amend(alices, TTL, null), 2, 2))).isEqualTo(full);
    assertThat(old.apply(keyed(new Amend(alices, null, ClaimStatus.RELEASED), 3, 3)))
        .isEqualTo(full);
    assertThat(old.apply(wish("r", "bob", TTL, QUEUE))).isInstanceOf(Queued.class);
  }
}
