package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Command.WhenHeld.REFUSE;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.key;
import static io.tenure.kernel.Scenario.keyed;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Acquire;
import io.tenure.kernel.Command.RaiseEpoch;
import io.tenure.kernel.Command.Renew;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That a restored table has the same digest is one of the {@link Invariants}. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DigestSpec {

  private static final Holder ALICE = Holder.named("alice");
  private static final Moment THEN = new Moment(new ClusterTime(5), 50);
  private static final Lease LEASE = new Lease(token(3), version(4), THEN, THEN, 2, at(99));

  private final Scenario cluster = new Scenario();

  @Test
  void changes_with_every_kind_of_event() {
    TreeSet<Long> digests = new TreeSet<>();
    List<Runnable> steps =
        List.of(
            () -> cluster.granted("r", "alice"),
            () -> cluster.queued("r", "bob"),
            () -> cluster.after(Duration.ofSeconds(1)).tick(),
            () -> cluster.amend(new ClaimId(1), TTL),
            () -> cluster.amend(new ClaimId(1), ClaimStatus.RELEASED),
            () -> cluster.apply(keyed(wish("r", "dan", TTL, REFUSE), 1, 2)),
            () -> cluster.configure(Settings.DEFAULT),
            () -> cluster.configure(new Settings(1, 2, 3, 4_000_000_000L, 5, 6_000_000, 7)),
            () -> cluster.apply(new RaiseEpoch()),
            () -> cluster.after(Duration.ofSeconds(6)).tick(),
            () -> cluster.after(Duration.ofDays(10)).tick());

    for (Runnable step : steps) {
      step.run();
      boolean changed = !cluster.events().isEmpty();
      assertThat(digests.add(cluster.table.digest())).isEqualTo(changed);
    }
    assertThat(digests).hasSize(steps.size() - 1);
  }

  @ParameterizedTest
  @MethodSource("claimsThatDifferInOneThing")
  void of_two_claims_differ_if_anything_differs(Claim other) {
    assertThat(other.digest()).isNotEqualTo(claim(LEASE).digest());
  }

  static Stream<Claim> claimsThatDifferInOneThing() {
    Moment later = new Moment(new ClusterTime(6), 50);
    Moment wall = new Moment(new ClusterTime(5), 51);
    Stream<Lease> leases =
        Stream.of(
            new Lease(token(2), version(4), THEN, THEN, 2, at(99)),
            new Lease(token(3), version(5), THEN, THEN, 2, at(99)),
            new Lease(token(3), version(4), later, THEN, 2, at(99)),
            new Lease(token(3), version(4), wall, THEN, 2, at(99)),
            new Lease(token(3), version(4), THEN, later, 2, at(99)),
            new Lease(token(3), version(4), THEN, wall, 2, at(99)),
            new Lease(token(3), version(4), THEN, THEN, 3, at(99)),
            new Lease(token(3), version(4), THEN, THEN, 2, at(98)));
    UserData data = UserData.of(new byte[] {1});
    Acquire wish = new Acquire(key("r"), ALICE, TTL, QUEUE, data, "ns");
    Holder presence = new Holder("alice", Holder.Kind.PRESENCE);
    Stream<Acquire> wishes =
        Stream.of(
            new Acquire(key("s"), ALICE, TTL, QUEUE, data, "ns"),
            new Acquire(key("r"), Holder.named("bob"), TTL, QUEUE, data, "ns"),
            new Acquire(key("r"), presence, TTL, QUEUE, data, "ns"),
            new Acquire(key("r"), ALICE, Ttl.FOREVER, QUEUE, data, "ns"),
            new Acquire(key("r"), ALICE, TTL, QUEUE, UserData.of(new byte[] {2}), "ns"),
            new Acquire(key("r"), ALICE, TTL, QUEUE, UserData.NONE, "ns"),
            new Acquire(key("r"), ALICE, TTL, QUEUE, data, ""));
    return Stream.of(
            leases.map(DigestSpec::claim),
            wishes.map(other -> granted(Claim.file(new ClaimId(1), other, THEN, null), LEASE)),
            otherTimesAndEndings(wish))
        .flatMap(claims -> claims);
  }

  private static Stream<Claim> otherTimesAndEndings(Acquire wish) {
    Moment later = new Moment(new ClusterTime(6), 50);
    Moment wall = new Moment(new ClusterTime(5), 51);
    return Stream.of(
        granted(Claim.file(new ClaimId(2), wish, THEN, null), LEASE),
        granted(Claim.file(new ClaimId(1), wish, later, null), LEASE),
        granted(Claim.file(new ClaimId(1), wish, wall, null), LEASE),
        Claim.file(new ClaimId(1), wish, THEN, null),
        Claim.file(new ClaimId(1), wish, THEN, new Asks(THEN.cluster(), 0)),
        Claim.file(new ClaimId(1), wish, THEN, new Asks(THEN.cluster(), 1)),
        claim(LEASE).end(ClaimStatus.RELEASED, THEN, wish.data()),
        claim(LEASE).end(ClaimStatus.RELEASED, later, wish.data()),
        claim(LEASE).end(ClaimStatus.EXPIRED, THEN, wish.data()));
  }

  @Test
  void of_equal_histories_is_equal() {
    Scenario other = new Scenario();
    for (Scenario each : List.of(cluster, other)) {
      each.granted("r", "alice");
      each.after(Duration.ofSeconds(1));
      each.apply(new Renew(key("r"), new Proof.ByHolder(ALICE), null, UserData.of(new byte[9])));
      each.queued("r", "bob");
    }

    assertThat(other.table.digest()).isEqualTo(cluster.table.digest());
  }

  /** They are stored with the state, and compared between members of different versions. */
  @Test
  void stay_what_they_are_in_every_version() {
    assertThat(Long.toHexString(digestAfterAllStatuses(new Scenario())))
        .isEqualTo("8dd5ae32a60843e5");
    assertThat(Long.toHexString(digestAfterAllStatuses(Scenario.at(Level.SECOND))))
        .isEqualTo("a7ef0e2040579311");
    assertThat(Long.toHexString(digestAfterAllStatuses(Scenario.at(Level.THIRD))))
        .isEqualTo("3359a25d3f3f5ee0");
  }

  private static long digestAfterAllStatuses(Scenario scenario) {
    for (Holder.Kind kind : Holder.Kind.values()) {
      Holder holder = new Holder("h", kind);
      Acquire wish = new Acquire(key(kind.name()), holder, TTL, QUEUE, UserData.NONE, "ns");
      scenario.apply(wish);
      scenario.polling(kind.name(), "waits");
    }
    for (ClaimStatus end :
        List.of(
            ClaimStatus.RELEASED,
            ClaimStatus.ABORTED,
            ClaimStatus.REVOKED,
            ClaimStatus.WITHDRAWN)) {
      scenario.amend(scenario.granted("r", end.name()).claim().id(), end);
    }
    scenario.granted("runs out", "e", Ttl.ofSeconds(1));
    scenario.after(Duration.ofSeconds(2)).tick();
    return scenario.table.digest();
  }

  private static Claim claim(Lease lease) {
    UserData data = UserData.of(new byte[] {1});
    Acquire wish = new Acquire(key("r"), ALICE, TTL, QUEUE, data, "ns");
    return granted(Claim.file(new ClaimId(1), wish, THEN, null), lease);
  }

  private static Claim granted(Claim filed, Lease lease) {
    return new Claim(
        filed.id(),
        filed.resource(),
        filed.holder(),
        filed.ttl(),
        filed.data(),
        filed.namespace(),
        filed.filed(),
        ClaimStatus.ACTIVE,
        lease,
        null,
        null);
  }

  private static FencingToken token(long number) {
    return new FencingToken(number);
  }

  private static LeaseVersion version(long number) {
    return new LeaseVersion(number);
  }

  private static ClusterTime at(long micros) {
    return new ClusterTime(micros);
  }
}
