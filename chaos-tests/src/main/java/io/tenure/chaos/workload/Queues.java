package io.tenure.chaos.workload;

import io.tenure.chaos.history.Field;
import io.tenure.chaos.workload.ClaimsCalls.Wish;
import io.tenure.chaos.workload.Client.Subject;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Clients stand in line, some leave it early, and each gives its turn to the next. */
final class Queues implements Workload {

  static final String NAME = "queues";
  private static final long TTL_MILLIS = 3000;

  private final KeyRing keys;

  Queues(Load load) {
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
    Completed filed = calls.file(new Wish(Markers.next(client), TTL_MILLIS));
    if (!filed.isOk()) {
      keys.unknown(subject);
      client.pause(100, 600);
      return;
    }
    long claim = filed.number(Field.CLAIM).orElse(0);
    Completed turn = filed;
    if (filed.text(Field.STATUS).equals("waiting") && client.chance(0.9)) {
      turn = Insist.takeTurn(client, calls, claim, TimeUnit.SECONDS.toNanos(20));
    }
    if (turn.text(Field.STATUS).equals("active")) {
      client.pause(10, 100);
      Insist.end(client, calls, claim, "released");
    } else {
      Insist.end(client, calls, claim, "withdrawn");
    }
    client.pause(10, 200);
  }

  @Override
  public List<Subject> keys() {
    return keys.all();
  }
}
