package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.history.Field.Result;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One client of each key keeps its claim alive as long as it can, through whatever happens, while
 * the others look for their chance.
 */
final class Renewals implements Workload {

  static final String NAME = "renewals";
  private static final long TTL_MILLIS = 4000;
  private static final int RENEWALS = 25;

  private final KeyRing keys;

  Renewals(Load load) {
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
    long asked = client.clock().nanos();
    Completed filed = calls.file(new Wish(Markers.next(client), TTL_MILLIS));
    if (!filed.isOk()) {
      keys.unknown(subject);
      client.pause(200, 800);
      return;
    }
    long claim = filed.number(Field.CLAIM).orElse(0);
    if (filed.is(Result.GRANTED)) {
      keepAlive(client, calls, claim, asked);
      Insist.end(client, calls, claim, "released");
    } else {
      client.pause(100, 500);
      Insist.end(client, calls, claim, "withdrawn");
    }
    client.pause(100, 600);
  }

  private static void keepAlive(Client client, ClaimsCalls calls, long claim, long asked)
      throws InterruptedException {
    long until = asked + TimeUnit.MILLISECONDS.toNanos(TTL_MILLIS);
    for (int i = 0; i < RENEWALS && !client.isStopped(); i++) {
      client.pause(100, 900);
      long sent = client.clock().nanos();
      if (sent > until) {
        return;
      }
      Completed renewed = calls.renew(claim, TTL_MILLIS);
      if (renewed.is(Result.RENEWED)) {
        until = sent + TimeUnit.MILLISECONDS.toNanos(TTL_MILLIS);
      } else if (renewed.isOk()) {
        return;
      }
    }
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
