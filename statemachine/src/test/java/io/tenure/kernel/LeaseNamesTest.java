package io.tenure.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.Release;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.WhenHeld;
import io.tenure.kernel.Proof.ByHolderAndVersion;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaseNamesTest {

  private static final Holder ALICE = Holder.named("alice");

  private final Map<ResourceKey, Claim> held = new TreeMap<>();

  private Optional<Claim> holder(ResourceKey resource) {
    return Optional.ofNullable(held.get(resource));
  }

  private static ResourceKey key(String name) {
    return new ResourceKey(name);
  }

  private static Acquire wish(String resource, String namespace) {
    return new Acquire(
        key(resource), ALICE, Ttl.ofSeconds(60), WhenHeld.REFUSE, UserData.NONE, namespace);
  }

  private Proof hold(String resource, String namespace) {
    LeaseVersion version = new LeaseVersion(held.size() + 1);
    Moment now = new Moment(new ClusterTime(1), 1);
    Acquire wish = wish(resource, namespace);
    Claim filed = Claim.file(new ClaimId(version.value()), wish, now, null);
    held.put(key(resource), filed.activate(version, now));
    return new ByHolderAndVersion(ALICE, version);
  }

  private ResourceKey settled(Acquire wish) {
    return LeaseNames.settled(wish, Level.SECOND, this::holder).resource();
  }

  private ResourceKey settled(ResourceKey asked, Proof proof) {
    return LeaseNames.settled(asked, proof, Level.SECOND, this::holder);
  }

  private static Command asEarlier(Command command) {
    return LeaseNames.written(Request.of(command), Level.FIRST).command();
  }

  @Test
  void leases_of_two_namespaces_never_share_a_name() {
    List<String> parts = List.of("a", "b", "c", "a/b", "b/c", "a/b/c", "ü", "a b");
    Set<ResourceKey> names = new HashSet<>();
    for (String namespace : parts) {
      for (String name : parts) {
        ResourceKey resource = LeaseNames.of(namespace, name);
        assertThat(names.add(resource)).as(resource.name()).isTrue();
        assertThat(LeaseNames.isLease(resource)).isTrue();
      }
    }
    assertThat(LeaseNames.of("a/b", "c")).isEqualTo(key("leases/a/b//c"));
  }

  @Test
  void other_names_are_no_leases() {
    for (String name :
        List.of(
            "leases/a/b",
            "leases//b",
            "leases/a//",
            "leases/a//b//c",
            "leases/a///b",
            "leases/a//b/",
            "leases//a//b",
            "locks/a//b",
            "a//b",
            "leases")) {
      assertThat(LeaseNames.isLease(key(name))).as(name).isFalse();
      assertThat(LeaseNames.earlier(key(name))).as(name).isEmpty();
    }
  }

  @Test
  void the_namespace_that_a_lease_was_counted_under_tells_its_present_name() {
    assertThat(LeaseNames.present(key("leases/a/b/c"), "leases/a")).isEqualTo(key("leases/a//b/c"));
    assertThat(LeaseNames.present(key("leases/a/b/c"), "leases/a/b"))
        .isEqualTo(key("leases/a/b//c"));
    assertThat(LeaseNames.present(key("leases/a//b"), "leases/a")).isEqualTo(key("leases/a//b"));
    assertThat(LeaseNames.present(key("leases/a/b"), "")).isEqualTo(key("leases/a/b"));
    assertThat(LeaseNames.present(key("leases/a/b//c"), "leases/a"))
        .isEqualTo(key("leases/a/b//c"));
    assertThat(LeaseNames.present(key("locks/a"), "locks")).isEqualTo(key("locks/a"));
  }

  @Test
  void every_present_name_is_among_the_possible_ones_of_its_earlier_name() {
    assertThat(LeaseNames.earlier(key("leases/a/b//c"))).contains(key("leases/a/b/c"));
    assertThat(LeaseNames.earlier(key("leases/a//b/c"))).contains(key("leases/a/b/c"));
    assertThat(LeaseNames.possible(key("leases/a/b/c")))
        .containsExactly(key("leases/a//b/c"), key("leases/a/b//c"));
    assertThat(LeaseNames.possible(key("leases/a"))).isEmpty();
    assertThat(LeaseNames.possible(key("leases/a//b"))).isEmpty();
    assertThat(LeaseNames.possible(key("locks/a/b"))).isEmpty();
  }

  @Test
  void a_lease_that_is_held_under_its_earlier_name_is_not_free_under_any_other() {
    hold("leases/a/b/c", "leases/a");
    for (String name : List.of("leases/a//b/c", "leases/a/b//c")) {
      assertThat(settled(wish(name, "leases/x"))).isEqualTo(key("leases/a/b/c"));
    }
    assertThat(settled(wish("leases/a//b", "leases/a"))).isEqualTo(key("leases/a//b"));
  }

  @Test
  void a_lease_whose_earlier_name_is_free_is_judged_by_its_present_one() {
    assertThat(settled(wish("leases/a//b", "leases/a"))).isEqualTo(key("leases/a//b"));
    assertThat(settled(wish("leases/a/b", "leases/a")))
        .as("sent by a node that has not heard of the new names")
        .isEqualTo(key("leases/a//b"));
    assertThat(settled(wish("leases/a/b", "")))
        .as("claims use a name as it is")
        .isEqualTo(key("leases/a/b"));
  }

  @Test
  void a_holder_is_found_by_either_name_wherever_it_holds() {
    Proof earlier = hold("leases/a/b", "leases/a");
    Proof present = hold("leases/a/b//c", "leases/a/b");
    assertThat(settled(key("leases/a//b"), earlier)).isEqualTo(key("leases/a/b"));
    assertThat(settled(key("leases/a/b"), earlier)).isEqualTo(key("leases/a/b"));
    assertThat(settled(key("leases/a/b//c"), present)).isEqualTo(key("leases/a/b//c"));
    assertThat(settled(key("leases/a/b/c"), present)).isEqualTo(key("leases/a/b//c"));
    assertThat(settled(key("leases/a/b/c"), earlier))
        .as("proves nothing")
        .isEqualTo(key("leases/a/b/c"));
  }

  @Test
  void on_the_first_level_every_name_is_taken_as_it_is() {
    Proof proof = hold("leases/a/b", "leases/a");
    assertThat(
            LeaseNames.settled(wish("leases/a//b", "leases/a"), Level.FIRST, this::holder)
                .resource())
        .isEqualTo(key("leases/a//b"));
    assertThat(LeaseNames.settled(key("leases/a//b"), proof, Level.FIRST, this::holder))
        .isEqualTo(key("leases/a//b"));
  }

  @Test
  void commands_for_nodes_of_the_earlier_version_name_leases_as_it_did() {
    Proof proof = new ByHolderAndVersion(ALICE, new LeaseVersion(1));
    assertThat(asEarlier(wish("leases/a//b", "leases/a")))
        .isEqualTo(wish("leases/a/b", "leases/a"));
    assertThat(asEarlier(new Renew(key("leases/a//b"), proof, null, null)))
        .isEqualTo(new Renew(key("leases/a/b"), proof, null, null));
    assertThat(asEarlier(new Release(key("leases/a//b"), proof, true)))
        .isEqualTo(new Release(key("leases/a/b"), proof, true));
    assertThat(asEarlier(wish("db", ""))).isEqualTo(wish("db", ""));
    assertThat(asEarlier(new Command.Tick())).isEqualTo(new Command.Tick());
    Request request = Request.of(wish("leases/a//b", "leases/a"));
    assertThat(LeaseNames.written(request, Level.SECOND)).isEqualTo(request);
  }
}
