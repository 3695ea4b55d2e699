package io.tenure.gateway.locket;

import static io.grpc.Status.Code.ALREADY_EXISTS;
import static io.grpc.Status.Code.NOT_FOUND;
import static io.grpc.Status.Code.RESOURCE_EXHAUSTED;
import static io.tenure.gateway.locket.Locket.assertRefused;
import static io.tenure.gateway.locket.Locket.lockOf;
import static io.tenure.gateway.locket.Locket.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.gateway.KernelLeases;
import io.tenure.gateway.locket.wire.Resource;
import io.tenure.gateway.locket.wire.TypeCode;
import io.tenure.kernel.Command.Configure;
import io.tenure.kernel.Settings;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LockingSpec {

  private final KernelLeases leases = new KernelLeases();
  private final Locket locket = Locket.over(leases);

  @AfterEach
  void close() {
    locket.close();
  }

  @Test
  void a_lock_has_one_owner() {
    locket.lock("a", "one");
    assertRefused(() -> locket.lock("a", "two"), ALREADY_EXISTS, "lock-collision");
    assertRefused(() -> locket.release("a", "two"), ALREADY_EXISTS, "lock-collision");
    locket.release("a", "one");
    locket.lock("a", "two");
  }

  @Test
  void every_grant_has_a_larger_token_and_a_renewal_keeps_it() {
    long first = locket.lock("a", "one");
    long other = locket.lock("b", "one");
    assertThat(other).isGreaterThan(first);
    assertThat(locket.lock("a", "one")).isEqualTo(first);
    locket.release("a", "one");
    assertThat(locket.lock("a", "two")).isGreaterThan(other);
  }

  @Test
  void a_lock_ends_when_its_ttl_is_over_and_not_before() {
    locket.lock(lockOf(resource("a", "one"), 2));
    leases.pass(Duration.ofNanos(1_999_999_000));
    assertRefused(() -> locket.lock("a", "two"), ALREADY_EXISTS, "lock-collision");
    leases.pass(Duration.ofNanos(1_000));
    assertRefused(() -> locket.fetch("a"), NOT_FOUND, "resource-not-found");
    assertRefused(() -> locket.release("a", "one"), NOT_FOUND, "resource-not-found");
    locket.lock("a", "two");
  }

  @Test
  void a_renewal_replaces_value_type_and_ttl_and_starts_the_clock_anew() {
    locket.lock(lockOf(resource("a", "one"), 10));
    leases.pass(Duration.ofSeconds(9));
    Resource changed =
        resource("a", "one").toBuilder().setValue("v").setTypeCode(TypeCode.PRESENCE).build();
    locket.lock(lockOf(changed, 3));
    assertThat(locket.fetch("a").getValue()).isEqualTo("v");
    assertThat(locket.fetchAll(TypeCode.LOCK)).isEmpty();
    assertThat(locket.fetchAll(TypeCode.PRESENCE)).containsExactly(locket.fetch("a"));
    leases.pass(Duration.ofMillis(2_999));
    locket.fetch("a");
    leases.pass(Duration.ofMillis(1));
    assertRefused(() -> locket.fetch("a"), NOT_FOUND, "resource-not-found");
  }

  @Test
  void a_ttl_that_no_clock_reaches_never_ends() {
    locket.lock(lockOf(resource("a", "one"), Long.MAX_VALUE));
    leases.pass(Duration.ofDays(100_000));
    assertRefused(() -> locket.lock("a", "two"), ALREADY_EXISTS, "lock-collision");
  }

  @Test
  void release_of_nothing_can_be_allowed() {
    try (Locket lenient =
        new Locket(
            Locket.OPTIONS.withReleaseMissingIsOk(true), new KernelLeases(), LocketObserver.NONE)) {
      lenient.release("a", "one");
      lenient.lock("a", "one");
      assertRefused(() -> lenient.release("a", "two"), ALREADY_EXISTS, "lock-collision");
    }
  }

  @Test
  void a_full_cluster_takes_no_more_locks_but_renews_those_it_has() {
    locket.lock("a", "one");
    Settings few = Settings.DEFAULT;
    leases.apply(
        new Configure(
            new Settings(
                few.queueLimit(),
                1,
                few.namespaceLimit(),
                few.retentionMicros(),
                few.retentionLimit(),
                few.memoMicros(),
                few.memoLimit())));
    assertRefused(
        () -> locket.lock("b", "one"), RESOURCE_EXHAUSTED, "limit of 1 locks and claims reached");
    locket.lock("a", "one");
  }
}
