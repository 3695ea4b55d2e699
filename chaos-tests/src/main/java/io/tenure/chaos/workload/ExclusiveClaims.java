package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Clients wait for a claim with {@code Prefer: wait}, and as long as they believe to hold it they
 * write to a register with its token. Most give it back, some just go away.
 */
final class ExclusiveClaims implements Workload {

  static final String NAME = "exclusive";
  private static final int WAIT_MILLIS = 2000;

  private final KeyRing keys;
  private final Registers registers = new Registers();

  ExclusiveClaims(Load load) {
    this.keys = new KeyRing(NAME, load);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void episode(Client client, int slot, int number) throws InterruptedException {
    Subject subject = keys.use(slot);
    ClaimsCalls calls = new ClaimsCalls(client, subject);
    Wish wish =
        new Wish(Markers.next(client), 2000 + client.random().nextInt(3000), "", WAIT_MILLIS);
    long asked = client.clock().nanos();
    Completed filed = calls.file(wish);
    if (!filed.isOk()) {
      keys.unknown(subject);
      client.pause(100, 600);
      return;
    }
    long claim = filed.number(Field.CLAIM).orElse(0);
    if (filed.is(Result.GRANTED)) {
      work(client, subject, lease(client, calls, filed, asked));
    }
    if (filed.is(Result.QUEUED)) {
      Insist.end(client, calls, claim, "withdrawn");
    } else if (client.isStopped() || client.chance(0.9)) {
      Insist.end(client, calls, claim, "released");
    }
    client.pause(20, 300);
  }

  /** Who waited has lost some of its ttl by counting from its filing; asking gives it back. */
  private static Registers.Lease lease(
      Client client, ClaimsCalls calls, Completed filed, long asked) {
    long confirming = client.clock().nanos();
    Completed confirmed = calls.confirm(filed.number(Field.CLAIM).orElse(0));
    return confirmed.is(Result.CONFIRMED) ? lease(confirmed, confirming) : lease(filed, asked);
  }

  private static Registers.Lease lease(Completed told, long asked) {
    long left = TimeUnit.MICROSECONDS.toNanos(told.number(Field.REMAINING_MICROS).orElse(0));
    return new Registers.Lease(told.number(Field.TOKEN).orElse(0), asked, left);
  }

  private void work(Client client, Subject subject, Registers.Lease lease)
      throws InterruptedException {
    int writes = 1 + client.random().nextInt(4);
    for (int i = 0; i < writes && !client.isStopped(); i++) {
      registers.write(client, subject, lease);
      client.pause(10, 100);
    }
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
