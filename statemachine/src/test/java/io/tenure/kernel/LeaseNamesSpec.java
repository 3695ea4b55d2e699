package io.tenure.kernel;

import static io.tenure.kernel.Scenario.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.RaiseLevel;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Proof.ByHolderAndVersion;
import io.tenure.kernel.Result.Ended;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.Held;
import io.tenure.kernel.Result.Queued;
import io.tenure.kernel.Result.Renewed;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A lease has at most one holder while a cluster changes to the new names of leases. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaseNamesSpec {

  private static final Ttl TTL = Ttl.ofSeconds(60);

  private final Scenario cluster = new Scenario();

  private Result acquire(String client, String resource, String namespace) {
    return cluster.apply(
        new Acquire(
            key(resource), Holder.named(client), TTL, WhenHeld.REFUSE, UserData.NONE, namespace));
  }

  private static Proof proof(ClaimView claim) {
    return new ByHolderAndVersion(claim.claim().holder(), claim.claim().tenure().version());
  }

  private ClaimView heldOnFirstLevel() {
    Granted granted = (Granted) acquire("alice", "leases/a/b/c", "leases/a");
    cluster.apply(new RaiseLevel(Level.SECOND));
    return granted.claim();
  }

  @Test
  void a_lease_that_is_held_under_its_earlier_name_is_granted_to_nobody_else() {
    heldOnFirstLevel();
    assertThat(acquire("bob", "leases/a//b/c", "leases/a")).isInstanceOf(Held.class);
    assertThat(acquire("bob", "leases/a/b//c", "leases/a/b")).isInstanceOf(Held.class);
    assertThat(acquire("bob", "leases/a/b/c", "leases/a")).isInstanceOf(Held.class);
    assertThat(acquire("bob", "leases/a//b", "leases/a")).isInstanceOf(Granted.class);
  }

  @Test
  void its_holder_renews_and_releases_it_under_its_present_name() {
    ClaimView held = heldOnFirstLevel();
    Renewed renewed = (Renewed) cluster.renew("leases/a//b/c", proof(held));
    assertThat(renewed.claim().claim().id()).isEqualTo(held.claim().id());
    assertThat(cluster.release("leases/a//b/c", proof(renewed.claim()))).isInstanceOf(Ended.class);

    assertThat(acquire("bob", "leases/a//b/c", "leases/a")).isInstanceOf(Granted.class);
    assertThat(acquire("carol", "leases/a/b//c", "leases/a/b")).isInstanceOf(Granted.class);
    assertThat(cluster.isFree("leases/a/b/c")).isTrue();
  }

  @Test
  void a_lease_that_runs_out_under_its_earlier_name_is_free_under_its_present_one() {
    heldOnFirstLevel();
    cluster.after(Duration.ofSeconds(61));
    assertThat(acquire("bob", "leases/a//b/c", "leases/a")).isInstanceOf(Granted.class);
    assertThat(cluster.holding("leases/a//b/c").holder().name()).isEqualTo("bob");
  }

  @Test
  void a_claim_on_the_present_name_waits_behind_who_holds_the_earlier_one() {
    ClaimView held = heldOnFirstLevel();
    Queued queued = (Queued) cluster.acquire("leases/a//b/c", "", WhenHeld.QUEUE);
    cluster.release("leases/a//b/c", proof(held));
    assertThat(cluster.holding("leases/a/b/c").id()).isEqualTo(queued.claim().claim().id());
    assertThat(acquire("bob", "leases/a//b/c", "leases/a")).isInstanceOf(Held.class);
  }

  @Test
  void a_list_of_claims_by_the_present_name_finds_those_of_the_earlier_one() {
    ClaimView held = heldOnFirstLevel();
    Queued queued = (Queued) cluster.acquire("leases/a//b/c", "", WhenHeld.QUEUE);
    ClaimFilter filter =
        new ClaimFilter(
            new TreeSet<>(Set.of("leases/a//b/c")),
            Set.of(),
            ClaimFilter.Range.ANY,
            ClaimFilter.Range.ANY,
            ClaimFilter.Range.ANY,
            ClaimFilter.Range.ANY);
    ClaimListing.Window all = new ClaimListing.Window(ClaimId.NONE, 0, 10);
    assertThat(cluster.view().list(filter, all).finish().claims())
        .extracting(view -> view.claim().id())
        .containsExactly(held.claim().id(), queued.claim().claim().id());
  }

  @Test
  void a_wish_under_the_earlier_name_that_comes_late_is_judged_by_the_present_one() {
    cluster.apply(new RaiseLevel(Level.SECOND));
    acquire("bob", "leases/a//b", "leases/a");
    assertThat(acquire("alice", "leases/a/b", "leases/a")).isInstanceOf(Held.class);
    ClaimView bobs = ((Held) acquire("alice", "leases/a//b", "leases/a")).holder();
    assertThat(cluster.renew("leases/a/b", proof(bobs))).isInstanceOf(Renewed.class);
  }
}
