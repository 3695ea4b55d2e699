package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Nobody gives anything back: clients watch their leases end by themselves. */
final class Expiries implements Workload {

  static final String NAME = "expiries";

  private final KeyRing keys;

  Expiries(Load load) {
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
    long ttlMillis = 500L + client.random().nextInt(1500);
    Completed filed = calls.file(new Wish(Markers.next(client), ttlMillis));
    if (!filed.isOk()) {
      keys.unknown(subject);
      client.pause(100, 600);
      return;
    }
    long claim = filed.number(Field.CLAIM).orElse(0);
    Completed turn =
        filed.text(Field.STATUS).equals("waiting")
            ? Insist.takeTurn(client, calls, claim, TimeUnit.SECONDS.toNanos(15))
            : filed;
    if (turn.text(Field.STATUS).equals("active")) {
      watch(client, calls, claim, ttlMillis);
    }
    if (turn.text(Field.STATUS).equals("waiting") || client.isStopped()) {
      Insist.end(client, calls, claim, "withdrawn");
    }
    client.pause(20, 200);
  }

  private static void watch(Client client, ClaimsCalls calls, long claim, long ttlMillis)
      throws InterruptedException {
    client.pause(20, (int) ttlMillis / 2);
    if (client.chance(0.4)) {
      calls.renew(claim, ttlMillis);
    }
    long until = client.clock().nanos() + TimeUnit.SECONDS.toNanos(15);
    while (!client.isStopped() && client.clock().nanos() < until) {
      Completed seen = calls.read(claim, client.chance(0.5) ? 1500 : 0);
      if (seen.isOk() && !seen.text(Field.STATUS).equals("active")) {
        return;
      }
      client.pause(30, 250);
    }
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
