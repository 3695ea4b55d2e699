package io.tenure.replication;

import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.ClaimId;
import io.tenure.kernel.ClaimStatus;
import io.tenure.kernel.Command;
import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.DeliveryId;
import io.tenure.kernel.LeaseKernel;
import io.tenure.kernel.Level;
import io.tenure.kernel.Request;
import io.tenure.kernel.Ttl;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutgoingRequestTest {

  private static final DeliveryId ID = new DeliveryId(7, 1);
  private static final Command RELEASE = new Amend(new ClaimId(1), null, ClaimStatus.RELEASED);
  private static final Command RENEWAL = new Amend(new ClaimId(1), Ttl.ofSeconds(3), null);
  private static final long NOW = Long.MAX_VALUE - 5; // clocks of machines may wrap around
  private static final long MINUTE_NANOS = 60_000_000_000L;

  private static OutgoingRequest outgoing(Command command, int level) {
    return OutgoingRequest.of(Request.of(command), ID, level, NOW);
  }

  @Test
  void what_must_not_be_carried_out_twice_has_a_delivery_id() {
    assertThat(outgoing(RELEASE, Level.SECOND).request().delivery()).isEqualTo(ID);
    assertThat(outgoing(RENEWAL, Level.SECOND).request().delivery()).isNull();
  }

  @Test
  void a_cluster_that_knows_no_deliveries_is_sent_nothing_but_renewals_again() {
    assertThat(outgoing(RELEASE, Level.FIRST).isRepeatable()).isFalse();
    assertThat(outgoing(RENEWAL, Level.FIRST).isRepeatable()).isTrue();
    assertThat(outgoing(RELEASE, Level.SECOND).isRepeatable()).isTrue();
  }

  @Test
  void what_may_be_applied_is_not_sent_when_its_delivery_may_be_forgotten() {
    long deadline = outgoing(RELEASE, Level.SECOND).deadlineNanos(NOW + MINUTE_NANOS, true);

    assertThat(deadline - NOW).isPositive().isLessThan(LeaseKernel.DELIVERY_MICROS * 1_000);
  }

  @Test
  void a_caller_who_waits_for_less_or_was_never_heard_decides_itself() {
    OutgoingRequest release = outgoing(RELEASE, Level.SECOND);

    assertThat(release.deadlineNanos(NOW + MINUTE_NANOS, false)).isEqualTo(NOW + MINUTE_NANOS);
    assertThat(release.deadlineNanos(NOW + 1_000, true)).isEqualTo(NOW + 1_000);
  }
}
