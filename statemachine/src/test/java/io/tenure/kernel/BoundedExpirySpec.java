package io.tenure.kernel;

import static io.tenure.kernel.Command.WhenHeld.QUEUE;
import static io.tenure.kernel.Command.WhenHeld.REFUSE;
import static io.tenure.kernel.Scenario.TTL;
import static io.tenure.kernel.Scenario.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.tenure.kernel.Command.Amend;
import io.tenure.kernel.Command.Renew;
import io.tenure.kernel.Command.Tick;
import io.tenure.kernel.Result.Granted;
import io.tenure.kernel.Result.NoSuchClaim;
import io.tenure.kernel.Result.NotHeld;
import io.tenure.kernel.Result.Ticked;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A million leases that end together are many short entries, and nobody meets one of them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BoundedExpirySpec {

  private static final int MILLION = 1_000_000;
  private static final int BATCH = 1_000;
  private static final Proof ALICE = new Proof.ByHolder(Holder.named("alice"));

  private final LeaseTable table = new LeaseTable();
  private final LeaseKernel kernel = new LeaseKernel(table);
  private long index;

  @Test
  void a_million_leases_that_end_together_take_many_ticks_and_meanwhile_nobody_meets_one() {
    grantAMillion();
    ClusterTime end = TTL.endsAt(ClusterTime.ZERO);
    assertThat(tick(end).more()).isTrue();

    assertNobodyMeetsOneAt(end);

    int ticks = 2;
    while (tick(end).more()) {
      ticks++;
    }
    assertThat(ticks).isEqualTo(MILLION / LeaseKernel.EXPIRIES_PER_TICK);
    assertThat(table.liveClaims()).isEqualTo(2);
    Invariants.checkNothingHasRunOut(table);
  }

  private Ticked tick(ClusterTime now) {
    Outcome outcome = apply(now, List.of(new Tick()));
    Ticked ticked = (Ticked) outcome.results().get(0);
    assertThat(ticked.expired()).isLessThanOrEqualTo(LeaseKernel.EXPIRIES_PER_TICK);
    assertThat(outcome.events()).hasSizeLessThanOrEqualTo(2 * LeaseKernel.EXPIRIES_PER_TICK + 2);
    return ticked;
  }

  private void assertNobodyMeetsOneAt(ClusterTime end) {
    assertThat(table.activeClaims()).isEqualTo(MILLION - LeaseKernel.EXPIRIES_PER_TICK);
    List<Command> commands =
        List.of(
            wish("r999999", "bob", TTL, REFUSE),
            wish("r999998", "bob", TTL, QUEUE),
            new Renew(new ResourceKey("r999997"), ALICE, null, null),
            new Amend(new ClaimId(MILLION - 3), TTL, null));

    assertThat(apply(end, commands).results())
        .extracting(Object::getClass)
        .isEqualTo(List.of(Granted.class, Granted.class, NotHeld.class, NoSuchClaim.class));
  }

  private void grantAMillion() {
    for (int i = 0; i < MILLION; i += BATCH) {
      List<Command> wishes = new ArrayList<>(BATCH);
      for (int j = i; j < i + BATCH; j++) {
        wishes.add(wish("r" + j, "alice", TTL, REFUSE));
      }
      apply(ClusterTime.ZERO, wishes);
    }
    assertThat(table.activeClaims()).isEqualTo(MILLION);
  }

  private Outcome apply(ClusterTime now, List<Command> commands) {
    List<Request> requests = commands.stream().map(Request::of).toList();
    return kernel.apply(new LogEntry(++index, new Moment(now, 0), requests));
  }
}
