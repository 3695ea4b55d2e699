package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Command.WhenHeld.REFUSE;
import static io.tenure.kernel.Command.WhenHeld.RENEW_IF_OWN;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.WHOLE_TTL;
import static io.tenure.kernel.Scenario.key;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Proof.ByClaim;
import io.tenure.kernel.Proof.ByHolder;
import io.tenure.kernel.Proof.ByHolderAndVersion;
import io.tenure.kernel.Proof.ByVersion;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.ProofRejected;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Renewed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ProofSpec {

  private static final Holder ALICE = Holder.named("alice");
  private static final Holder BOB = Holder.named("bob");
  private static final UserData NOTE = UserData.of("note".getBytes(UTF_8));

  private final Scenario cluster = new Scenario();

  private Lease lease(String resource) {
    return cluster.holding(resource).tenure();
  }

  @Nested
  class For_a_claim {

    @Test
    void its_id_is_enough() {
      ClaimId claim = cluster.granted("r", "alice").claim().id();

      assertThat(cluster.renew("r", new ByClaim(claim))).isInstanceOf(Renewed.class);
      assertThat(cluster.release("r", new ByClaim(claim))).isInstanceOf(Ended.class);
    }

    @Test
    void the_id_of_a_waiting_claim_proves_nothing() {
      cluster.granted("r", "alice");
      ClaimId waiting = cluster.queued("r", "alice");

      assertThat(cluster.release("r", new ByClaim(waiting))).isInstanceOf(ProofRejected.class);
    }
  }

  @Nested
  class For_a_lease_of_a_client {

    @Test
    void both_the_client_and_the_version_must_be_right() {
      cluster.granted("r", "alice");
      LeaseVersion version = lease("r").version();

      assertThat(cluster.renew("r", new ByHolderAndVersion(BOB, version)))
          .isInstanceOf(ProofRejected.class);
      assertThat(cluster.renew("r", new ByHolderAndVersion(ALICE, version.next())))
          .isInstanceOf(ProofRejected.class);
      assertThat(cluster.renew("r", new ByHolderAndVersion(ALICE, version)))
          .isInstanceOf(Renewed.class);
    }

    @Test
    void a_renewal_makes_the_old_version_worthless() {
      cluster.granted("r", "alice");
      Proof old = new ByHolderAndVersion(ALICE, lease("r").version());
      cluster.renew("r", old);

      assertThat(cluster.renew("r", old)).isInstanceOf(ProofRejected.class);
      assertThat(cluster.release("r", old)).isInstanceOf(ProofRejected.class);
    }

    @Test
    void an_own_lease_is_not_acquired_again() {
      ClaimView own = cluster.granted("r", "alice");

      assertThat(cluster.acquire("r", "alice", REFUSE)).isEqualTo(new Held(own));
    }

    @Test
    void a_renewal_keeps_the_length_and_the_data_unless_it_brings_others() {
      cluster.apply(new Acquire(key("r"), ALICE, TTL, REFUSE, NOTE, "ns"));
      cluster.after(Duration.ofSeconds(10));

      cluster.renew("r", new ByHolder(ALICE));
      assertThat(cluster.holding("r").data()).isEqualTo(NOTE);
      assertThat(lease("r").expiresAt()).isEqualTo(TTL.endsAt(cluster.now()));

      Ttl other = Ttl.ofSeconds(5);
      cluster.apply(new Renew(key("r"), new ByHolder(ALICE), other, UserData.NONE));
      assertThat(cluster.holding("r").data()).isEqualTo(UserData.NONE);
      assertThat(lease("r").expiresAt()).isEqualTo(other.endsAt(cluster.now()));
      assertThat(lease("r").renewals()).isEqualTo(2);
    }

    @Test
    void giving_it_back_purges_the_data_if_asked_to_and_keeps_it_else() {
      cluster.apply(new Acquire(key("r"), ALICE, TTL, REFUSE, NOTE, ""));
      cluster.apply(new Release(key("r"), new ByHolder(ALICE), true));
      cluster.apply(new Acquire(key("r"), ALICE, TTL, REFUSE, NOTE, ""));
      cluster.apply(new Release(key("r"), new ByHolder(ALICE), false));

      assertThat(cluster.view().tenures(key("r"), 10))
          .extracting(Claim::data)
          .isEqualTo(List.of(NOTE, UserData.NONE));
    }
  }

  @Nested
  class For_a_lock_of_nobody {

    @Test
    void the_generation_is_enough_and_changes_with_every_renewal() {
      cluster.granted("r", "");
      LeaseVersion first = lease("r").version();

      Renewed renewed = (Renewed) cluster.renew("r", new ByVersion(first));

      LeaseVersion second = renewed.claim().claim().tenure().version();
      assertThat(second.value()).isGreaterThan(first.value());
      assertThat(cluster.release("r", new ByVersion(first))).isInstanceOf(ProofRejected.class);
      assertThat(cluster.release("r", new ByVersion(second))).isInstanceOf(Ended.class);
      assertThat(cluster.release("r", new ByVersion(second))).isInstanceOf(NotHeld.class);
    }

    @Test
    void a_renewal_restarts_the_original_ttl() {
      cluster.granted("r", "");
      cluster.after(WHOLE_TTL.minusSeconds(1));

      cluster.renew("r", new ByVersion(lease("r").version()));

      assertThat(lease("r").expiresAt()).isEqualTo(TTL.endsAt(cluster.now()));
    }

    @Test
    void nobody_can_pass_for_a_holder_without_a_name() {
      cluster.granted("r", "");
      LeaseVersion version = lease("r").version();

      assertThat(cluster.renew("r", new ByHolder(Holder.ANONYMOUS)))
          .isInstanceOf(ProofRejected.class);
      assertThat(cluster.renew("r", new ByHolderAndVersion(Holder.ANONYMOUS, version)))
          .isInstanceOf(ProofRejected.class);
      assertThat(cluster.acquire("r", "", RENEW_IF_OWN)).isInstanceOf(Held.class);
    }
  }

  @Nested
  class For_a_lock_of_an_owner {

    @Test
    void locking_again_renews_and_replaces_value_kind_and_ttl() {
      FencingToken token = cluster.granted("r", "alice").claim().tenure().token();
      Holder presence = new Holder("alice", Holder.Kind.PRESENCE);
      Ttl shorter = Ttl.ofSeconds(1);

      Result again =
          cluster.apply(new Acquire(key("r"), presence, shorter, RENEW_IF_OWN, NOTE, ""));

      assertThat(again).isInstanceOf(Renewed.class);
      assertThat(cluster.holding("r").holder()).isEqualTo(presence);
      assertThat(cluster.holding("r").data()).isEqualTo(NOTE);
      assertThat(lease("r").token()).isEqualTo(token);
      assertThat(lease("r").expiresAt()).isEqualTo(shorter.endsAt(cluster.now()));
    }

    @Test
    void another_owner_collides_and_changes_nothing() {
      ClaimView alices = cluster.granted("r", "alice");

      assertThat(cluster.acquire("r", "bob", RENEW_IF_OWN)).isEqualTo(new Held(alices));
      assertThat(cluster.release("r", new ByHolder(BOB))).isEqualTo(new ProofRejected(alices));
    }

    @Test
    void locking_after_the_end_is_a_new_grant_with_a_new_token() {
      FencingToken token = cluster.granted("r", "alice").claim().tenure().token();
      cluster.after(WHOLE_TTL);

      Granted again = (Granted) cluster.acquire("r", "alice", RENEW_IF_OWN);

      assertThat(again.claim().claim().tenure().token().value()).isGreaterThan(token.value());
    }
  }

  @Nested
  class Across_dialects {

    @Test
    void a_claim_may_queue_for_a_lease_and_get_it_when_it_is_given_back() {
      cluster.granted("leases/db/master", "alice");
      Queued waiting = (Queued) cluster.acquire("leases/db/master", "", QUEUE);

      cluster.release(
          "leases/db/master", new ByHolderAndVersion(ALICE, lease("leases/db/master").version()));

      assertThat(cluster.holding("leases/db/master").id()).isEqualTo(waiting.claim().claim().id());
      assertThat(cluster.acquire("leases/db/master", "alice", REFUSE)).isInstanceOf(Held.class);
    }
  }
}
